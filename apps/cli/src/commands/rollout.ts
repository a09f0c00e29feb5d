import { hotScripts, hotStages } from '@fleetdeck/contract/hot-scripts'
import { defineCommand } from '../command.ts'
import { ExitCode, wrongUse } from '../failure.ts'
import { findRollout } from '../find-rows.ts'
import { table } from '../output.ts'
import type { ServerClient } from '../server-client.ts'

const actions = ['list', 'start', 'hold', 'go-on', 'withdraw', 'promote'] as const
type Action = (typeof actions)[number]
type Hot = Awaited<ReturnType<typeof findRollout>>
type Percent = (typeof hotStages)[number]

export const rolloutCommand = defineCommand({
  name: 'rollout',
  text: 'shows hot updates, and starts, holds, continues, withdraws or promotes them',
  words: [
    { name: actions.join('|'), suggests: actions },
    { name: 'NAME', isOptional: true, suggests: 'rollouts' },
  ],
  options: {
    percent: {
      value: 'PERCENT',
      text: `for go-on: the share of phones, ${hotStages.join(', ')} (default: the present one)`,
      suggests: hotStages.map(String),
    },
  },
  notes: [
    'start gives a draft to the first phones. hold keeps it from further phones. withdraw returns all phones to the',
    'version before. promote makes it the script’s own version.',
  ],
  async run({ words: [action = '', name], values }, { client, output }) {
    if (!isAction(action)) throw wrongUse(`The action must be one of ${actions.join(', ')}`)
    const percent = hotStages.find((stage) => String(stage) === values.percent)
    if (values.percent !== undefined && (percent === undefined || action !== 'go-on'))
      throw wrongUse(`--percent is for go-on, and one of ${hotStages.join(', ')}`)
    const server = await client()
    if (action === 'list') {
      const all = await server.rows(hotScripts.list)
      const rows = name === undefined ? all : [await findRollout(server, name)]
      output.result(rows, () => toTable(rows))
      return ExitCode.done
    }
    if (name === undefined) throw wrongUse('NAME is missing; see fleetdeck rollout --help')
    const hot = await findRollout(server, name)
    await act(server, hot, { action, percent })
    const after = await server.call(hotScripts.one, { query: { id: hot.id } })
    output.result(after, () => toTable([after]))
    return ExitCode.done
  },
})

const isAction = (word: string): word is Action => (actions as readonly string[]).includes(word)

interface Act {
  action: Exclude<Action, 'list'>
  percent: Percent | undefined
}

async function act(server: ServerClient, { id }: Hot, { action, percent }: Act): Promise<void> {
  if (action === 'start') await server.call(hotScripts.publish, { body: { id } })
  else if (action === 'promote') await server.call(hotScripts.promote, { body: { id } })
  else if (action === 'go-on')
    await server.call(hotScripts.rollout, { body: { id, order: 'goOn', ...(percent && { percent }) } })
  else await server.call(hotScripts.rollout, { body: { id, order: action } })
}

const toTable = (rows: readonly Hot[]) =>
  table(
    ['Name', 'Script', 'Version', 'Status', 'Share', 'Phones', 'Runs', 'Failed', 'Verdict'],
    rows.map(({ hotName, scriptName, version, state, percent, taken, chosen, evidence }) => [
      hotName,
      scriptName,
      version,
      state,
      state === 'draft' ? null : `${percent}%`,
      `${taken}/${chosen}`,
      evidence?.runs ?? null,
      evidence?.failed ?? null,
      evidence?.verdict ?? null,
    ]),
  )
