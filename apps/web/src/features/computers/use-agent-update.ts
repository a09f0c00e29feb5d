import { type Computer, computers } from '@fleetdeck/contract/computers'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { ask, showFailure, showSuccess } from '../../api/feedback.ts'
import { type Translate, useText } from '../../ground/language.ts'

type Row = Pick<Computer, 'id' | 'computerName' | 'isOnline' | 'commands' | 'offeredAgent' | 'update'>

/** Whether its agent can be updated now. */
export const canUpdate = ({ isOnline, commands, offeredAgent, update }: Row): boolean =>
  isOnline &&
  offeredAgent !== null &&
  commands.includes('updateAgent') &&
  (update === null || update.state === 'failed')

/** Sends the order to each; returns why some were refused. */
async function order(t: Translate, wanted: readonly Row[]): Promise<string[]> {
  const refused: string[] = []
  for (const { id, computerName, offeredAgent } of wanted) {
    const command = { type: 'updateAgent', sha256: offeredAgent?.sha256 ?? '' } as const
    try {
      await call(computers.command, { body: { id, command } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refused.push(t('computer.commandTitle', { command: computerName, name: error.message }))
    }
  }
  return refused
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
    const refused = await order(t, wanted)
    const count = wanted.length - refused.length
    if (count > 0) showSuccess(t('computer.updateBegun', { count }))
    for (const line of refused) showFailure(line)
    await Promise.all(
      [computers.list, computers.one].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )
  }
}
