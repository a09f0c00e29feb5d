import { randomUUID } from 'node:crypto'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import type { Bus } from '../bus/bus.ts'
import { askPhone } from './ask-phone.ts'

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
  const answer = { kind: 'origin', to: asker, withinMs } as const
  return (await askPhone(bus, deviceId, { kind: 'askOrigin', asker }, answer))?.origin
}
