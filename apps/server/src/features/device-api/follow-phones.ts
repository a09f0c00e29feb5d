import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { codesToMend } from '@fleetdeck/contract/phone-check'
import type { Deps } from '../../deps.ts'
import { expiredOnline } from '../../domain/devices/phone-access.queries.ts'
import { saveCheck } from '../../domain/devices/phone-checks.queries.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import * as queries from './phones.queries.ts'
import type { RuntimeRecorder } from './runtime-recorder.ts'

/** Disconnects phones that have expired, or whose owner has. Returns how many. */
export async function endExpired({ db, hub }: Deps): Promise<number> {
  const expired = await expiredOnline(db)
  for (const id of expired) await hub.closePhone(id, CloseCode.forbidden, 'expired')
  return expired.length
}

/** Marks phones as offline that have been silent for too long. Returns how many. */
export async function sweepSilent(deps: Deps, recorder: RuntimeRecorder): Promise<number> {
  const { db, hub, events, parameters } = deps
  const ids = await queries.silentPhones(db, parameters.get('device.heartbeatSeconds'))
  for (const deviceId of ids) {
    recorder.forget(deviceId)
    events.record({ deviceId, kind: 'offline' })
  }
  if (ids.length) await hub.devicesChanged({ deviceIds: ids })
  return ids.length
}

/** Updates the phones' state from their sockets. */
export function followPhones(deps: Deps, recorder: RuntimeRecorder): void {
  const { db, hub, log } = deps
  const guarded = (deviceId: DeviceId, work: Promise<unknown>) =>
    inBackground(log, 'could not write the status of a phone', work, { deviceId })

  hub.on('phoneConnected', ({ deviceId, ip, brand, model, imei, onlineSince }) => {
    if (onlineSince === undefined) recorder.recordHeartbeat(deviceId)
    else recorder.takeOver(deviceId, new Date(onlineSince))
    const info = { ip, ...(brand && { brand }), ...(model && { mode: model }), ...(imei && { imei }) }
    guarded(deviceId, queries.updatePhone(db, deviceId, info))
  })
  hub.on('heartbeat', ({ deviceId, heartbeat }) => recorder.recordHeartbeat(deviceId, heartbeat))
  hub.on('check', ({ deviceId, checkedMs, findings }) => {
    const check = { checkedAt: new Date(checkedMs), findings, toMend: codesToMend(findings) }
    recorder.recordCheck(deviceId, check.toMend)
    guarded(deviceId, saveCheck(db, deviceId, check))
  })
  hub.on('phoneGone', ({ deviceId }) => guarded(deviceId, recorder.gone(deviceId)))
  hub.on('phoneMoved', ({ deviceId }) => recorder.forget(deviceId))
  // A server that a phone has left may have recorded it as offline, without hearing that it is here.
  hub.on('reconnected', () => {
    for (const deviceId of hub.phoneIds()) recorder.recordHeartbeat(deviceId)
  })
}
