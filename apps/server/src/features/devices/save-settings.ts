import type { ControlChange, ProjectionChange } from '@fleetdeck/contract/device-settings'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { updateDevice } from '../../domain/devices/device-rows.queries.ts'
import { changed } from '../../domain/devices/device-settings.ts'
import type { Caller } from '../../platform/core/caller.ts'

interface Set {
  id: DeviceId
  settings: Record<string, string>
  control: Record<string, string>
}

/** Sets what differs from the owner's settings, and sends the result to the phone. */
export async function saveSettings(
  { db, events, settingsSync }: Deps,
  { userId }: Caller,
  device: Set,
  change: { projection: ProjectionChange; control: ControlChange },
): Promise<void> {
  await updateDevice(db, device.id, {
    settings: changed(device.settings, change.projection),
    control: changed(device.control, change.control),
  })
  events.record({ deviceId: device.id, kind: 'settings', userId })
  await settingsSync.send([device.id])
}
