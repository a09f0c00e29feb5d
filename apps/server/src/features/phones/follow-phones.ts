import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { Deps } from '../../deps.ts'
import { expiredOnline } from '../../fleet/phone-access.queries.ts'
import * as queries from './phones.queries.ts'
import type { RuntimeRecorder } from './runtime-recorder.ts'

const sweepMs = 5000
const expiryMs = 60_000

/** Phones whose time, or whose owner's time, has run out lose their connection. */
export async function endExpired({ db, hub }: Deps): Promise<void> {
  const reason = 'expired'
  for (const id of await expiredOnline(db)) await hub.closePhone(id, CloseCode.forbidden, reason)
}

/** Keeps the phones' state in step with their sockets; answers what stops it. */
export function followPhones(deps: Deps, recorder: RuntimeRecorder): () => void {
  const { db, hub, events, log, parameters } = deps
  const guarded = (work: Promise<unknown>) =>
    void work.catch((error) => log.error({ err: error }, 'phone state'))

  hub.on('phoneConnected', ({ deviceId, ip, brand, model, imei }) => {
    recorder.heard(deviceId)
    const facts = { ip, ...(brand && { brand }), ...(model && { mode: model }), ...(imei && { imei }) }
    guarded(queries.updatePhone(db, deviceId, facts))
  })
  hub.on('heartbeat', ({ deviceId, heartbeat }) => recorder.heard(deviceId, heartbeat))
  hub.on('phoneGone', ({ deviceId }) => guarded(recorder.gone(deviceId)))
  hub.on('phoneMoved', ({ deviceId }) => recorder.forget(deviceId))

  const sweep = setInterval(() => {
    guarded(
      queries.silentPhones(db, parameters.get('device.heartbeatSeconds')).then((ids) => {
        for (const deviceId of ids) {
          recorder.forget(deviceId)
          events.record({ deviceId, kind: 'offline' })
        }
        return ids.length ? hub.devicesChanged({ deviceIds: ids }) : undefined
      }),
    )
  }, sweepMs)
  sweep.unref()
  const expiry = setInterval(() => guarded(endExpired(deps)), expiryMs)
  expiry.unref()
  return () => {
    clearInterval(sweep)
    clearInterval(expiry)
  }
}
