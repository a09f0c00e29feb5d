import { type Computer, computers } from '@fleetdeck/contract/computers'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { ask, showFailure, showSuccess } from '../../api/feedback.ts'
import { listText, type Translate, useText } from '../../ground/language.ts'

type Row = Pick<Computer, 'id' | 'computerName' | 'isOnline' | 'commands' | 'offeredAgent' | 'update'>

/** Whether its agent can be updated now. */
export const canUpdate = ({ isOnline, commands, offeredAgent, update }: Row): boolean =>
  isOnline &&
  offeredAgent !== null &&
  commands.includes('updateAgent') &&
  (update === null || update.state === 'failed')

/** How many refusals a message names. */
const mostNamed = 5

/** Resolves to why it was refused; undefined if the update has begun. */
async function order(t: Translate, { id, computerName, offeredAgent }: Row): Promise<string | undefined> {
  const command = { type: 'updateAgent', sha256: offeredAgent?.sha256 ?? '' } as const
  try {
    await call(computers.command, { body: { id, command } })
    return undefined
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return t('computer.commandTitle', { command: computerName, name: error.message })
  }
}

/** Updates the agents of computers after a question; what becomes of it is shown with each. */
export function useAgentUpdate() {
  const t = useText()
  const client = useQueryClient()
  const isWanted = (wanted: readonly Row[], { computerName, offeredAgent }: Row) => {
    const version = offeredAgent?.version ?? ''
    const title =
      wanted.length === 1
        ? t('computer.updateTitle', { name: computerName, version })
        : t('computer.updateManyTitle', { count: wanted.length, version })
    const okText = t('computer.command.updateAgent')
    return ask({ title, content: t('computer.updateHint'), okText, cancelText: t('table.cancel') })
  }
  return async (rows: readonly Row[]) => {
    const wanted = rows.filter(canUpdate)
    const [first] = wanted
    if (!first || !(await isWanted(wanted, first))) return
    const answers = await Promise.all(wanted.map((row) => order(t, row)))
    const refused = answers.filter((answer) => answer !== undefined)
    const count = wanted.length - refused.length
    if (count > 0) showSuccess(t('computer.updateBegun', { count }))
    if (refused.length > 0) {
      const rest = refused.length - mostNamed
      const more = rest > 0 ? ` ${t('table.andOthers', { total: refused.length, rest })}` : ''
      showFailure(listText(refused.slice(0, mostNamed)) + more)
    }
    await Promise.all(
      [computers.list, computers.one].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )
  }
}
