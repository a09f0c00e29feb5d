import type { ComputerCommandInput } from '@fleetdeck/contract/computer-socket'
import { type Computer, computers } from '@fleetdeck/contract/computers'
import type { DeviceIncidentId } from '@fleetdeck/contract/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ask, shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

type Named = Pick<Computer, 'id' | 'computerName'>

/** Pairing and updates have dialogs of their own. */
type Command = Exclude<ComputerCommandInput, { type: 'pairByQr' | 'pairByCode' | 'updateAgent' }>

/** Commands that change nothing are sent without a question. */
const harmless = ['check', 'readLog', 'reconnect']

/**
 * Sends commands to a computer: asks before those that interrupt phones, and shows the result.
 *
 * @param incidentId the incident whose time line tells it
 */
export function useComputerCommand({ id, computerName: name }: Named, incidentId?: DeviceIncidentId) {
  const t = useText()
  const client = useQueryClient()
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (command: Command) => shown(call(computers.command, { body: { id, command, incidentId } })),
    onSettled: () =>
      Promise.all(
        [computers.list, computers.one].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
    meta: { silent: true },
  })
  const nameOf = ({ type, ...command }: Command) => {
    if (type !== 'switchPort') return t(`computer.command.${type}`)
    return t('isOn' in command && command.isOn ? 'computer.powerOn' : 'computer.powerOff')
  }

  const run = async (command: Command, subject = name) => {
    const label = nameOf(command)
    if (!harmless.includes(command.type)) {
      const isWanted = await ask({
        title: t('computer.commandTitle', { command: label, name: subject }),
        content: t(`computer.hint.${command.type as 'restartAgent'}`),
        okText: label,
      })
      if (!isWanted) return
    }
    const { count } = await mutateAsync(command)
    if (count === undefined) showSuccess(t('computer.commandDone', { command: label, name: subject }))
    else showSuccess(t('computer.reconnecting', { count }))
  }
  return { run, running: isPending ? variables?.type : undefined }
}
