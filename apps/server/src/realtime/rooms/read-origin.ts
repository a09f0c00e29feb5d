import { randomUUID } from 'node:crypto'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import type { Bus } from '../bus/bus.ts'
import { fromPhone, toPhone } from '../bus/messages.ts'

/**
 * Which phone has this identity now, and where it is plugged in, on whichever server; undefined when none is connected,
 * or when it does not tell, or its server does not answer in time.
 */
export async function readOrigin(
  bus: Bus,
  deviceId: DeviceId,
  withinMs: number,
): Promise<PhoneOrigin | undefined> {
  const asker = randomUUID()
  const answer = Promise.withResolvers<PhoneOrigin | undefined>()
  const stop = await fromPhone(bus, deviceId).subscribe((event) => {
    if (event.kind === 'origin' && event.to === asker) answer.resolve(event.origin)
  })
  const timer = setTimeout(() => answer.resolve(undefined), withinMs)
  try {
    const receivers = await toPhone(bus, deviceId).publish({ kind: 'askOrigin', asker })
    return receivers ? await answer.promise : undefined
  } finally {
    clearTimeout(timer)
    stop()
  }
}
