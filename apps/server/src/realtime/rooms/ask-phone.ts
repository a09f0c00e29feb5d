import type { DeviceId } from '@fleetdeck/contract/ids'
import { ask } from '../bus/ask.ts'
import type { Bus } from '../bus/bus.ts'
import { fromPhone, type PhoneMessage, type RoomEvent, toPhone } from '../bus/messages.ts'

type EventOf<Kind> = Extract<RoomEvent, { kind: Kind; to?: string }>

/** Asks the server with the phone's socket; undefined when no phone is connected, or none answers in time. */
export async function askPhone<Kind extends 'origin' | 'room'>(
  bus: Bus,
  deviceId: DeviceId,
  question: PhoneMessage,
  { kind, to, withinMs }: { kind: Kind; to: string; withinMs: number },
): Promise<EventOf<Kind> | undefined> {
  const answer = await ask(toPhone(bus, deviceId), question, fromPhone(bus, deviceId), {
    isAnswer: (event): event is EventOf<Kind> => event.kind === kind && 'to' in event && event.to === to,
    withinMs,
  })
  return answer === 'offline' || answer === 'silent' ? undefined : answer
}
