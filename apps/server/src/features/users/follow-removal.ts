import type { UserId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import type { Removed } from '../../domain/accounts/remove-accounts.ts'
import type { Caller } from '../../platform/core/caller.ts'

/** After users were removed: notifies phones, which stay connected, and consoles. */
export async function followRemoval(
  { hub, events, settingsSync }: Pick<Deps, 'hub' | 'events' | 'settingsSync'>,
  { userId }: Caller,
  { accounts, deviceIds, runs }: Removed,
  to: UserId | undefined,
): Promise<void> {
  const action = to === undefined ? 'unassign' : 'owner'
  for (const deviceId of deviceIds) events.record({ deviceId, kind: 'changed', userId, details: { action } })
  await Promise.all(
    runs.map(({ runKey, deviceId }) =>
      hub.sendToPhone(deviceId, { action: 'taskControl', order: 'stop', runId: runKey }),
    ),
  )
  if (to === undefined)
    await Promise.all(deviceIds.map((id) => hub.sendToPhone(id, { action: 'assigned', deviceNo: '' })))
  else await settingsSync.send(deviceIds)
  const tenantIds = to === undefined ? accounts : [...accounts, to]
  await hub.devicesChanged({ deviceIds, tenantIds })
  await hub.tasksChanged()
  await hub.alarmsChanged({ tenantIds })
}
