import { commands } from '@fleetdeck/contract/commands'
import { type DeviceIncidentDetail, deviceIncidents } from '@fleetdeck/contract/device-incidents'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ask, shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

const { list, one, summary, weeks } = deviceIncidents
const hourMs = 3_600_000

/** What a user can do about an incident; failures are shown. */
export function useIncidentActs({ id, deviceIds }: Pick<DeviceIncidentDetail, 'id' | 'deviceIds'>) {
  const t = useText()
  const client = useQueryClient()
  const after = async (change: Promise<unknown>) => {
    await shown(change)
    await Promise.all(
      [list, one, summary, weeks].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )
  }
  return {
    ack: (isUndone: boolean) => after(call(deviceIncidents.ack, { body: { id, isUndone } })),
    silence: (hours: number | null) => {
      const until = hours === null ? null : new Date(Date.now() + hours * hourMs).toISOString()
      return after(call(deviceIncidents.silence, { body: { id, until } }))
    },
    assign: (userId: number | null) => after(call(deviceIncidents.assign, { body: { id, userId } })),
    comment: (text: string) => after(call(deviceIncidents.comment, { body: { id, text } })),
    restart: async () => {
      const isWanted = await ask({
        title: t('deviceIncident.restart'),
        content: t('deviceIncident.restartHint'),
        okText: t('deviceIncident.restart'),
      })
      if (!isWanted) return
      const order = { command: 'rebootEC' } as const
      const body = { order, selection: { ids: deviceIds }, hours: 1, incidentId: id }
      const { total } = await shown(call(commands.add, { body }))
      showSuccess(t('deviceIncident.restarted', { count: total }))
    },
  }
}
