import type { Deps } from '../../deps.ts'
import * as queries from './phones.queries.ts'
import type { RuntimeRecorder } from './runtime-recorder.ts'

const sweepMs = 5000

/** Keeps the phones' state in step with their sockets; answers what stops it. */
export function followPhones(
  { db, hub, events, log, parameters }: Deps,
  recorder: RuntimeRecorder,
): () => void {
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
    const silence = Math.max(30, 3 * parameters.get('device.heartbeatSeconds')) * 1000
    guarded(
      queries.silentPhones(db, new Date(Date.now() - silence)).then((ids) => {
        for (const deviceId of ids) {
          recorder.forget(deviceId)
          events.record({ deviceId, kind: 'offline' })
        }
        return ids.length ? hub.devicesChanged({ deviceIds: ids }) : undefined
      }),
    )
  }, sweepMs)
  sweep.unref()
  return () => clearInterval(sweep)
}
