import { setTimeout as delay } from 'node:timers/promises'
import type { HubContext } from './hub-context.ts'
import type { HubSessions } from './hub-sessions.ts'
import type { PhoneSession } from './rooms/phone-session.ts'

/** Phones whose identity is checked at the same time, and the pause after them; ms. */
const phonesAtOnce = 100
const pauseMs = 100
/** Until a check that failed is repeated; ms. */
const retryMs = 1000

/**
 * The connection to the other servers was lost, or is back. Seats in rooms on other servers are checked immediately.
 * When it is back, what was missed is made up for: rights of pages, presence, and phones that were barred in the
 * meantime.
 */
export function followConnection(context: HubContext, sessions: HubSessions, isConnected: boolean): void {
  for (const page of sessions.consoles) page.onConnection(isConnected)
  for (const seats of [sessions.viewers, sessions.walls, sessions.guests])
    for (const seat of seats) seat.keep()
  if (!isConnected) return
  // Other servers that could be reached earlier gave these phones up.
  for (const phone of sessions.phones) if (phone.room) phone.announceRoom()
  for (const socket of sessions.browserSockets()) socket.recheck()
  for (const guest of sessions.guests) guest.recheck()
  recheckPhones(context, sessions).catch(() => {})
  context.lastFrames.recheck()
  context.emit('reconnected', {})
}

async function recheckPhones(context: HubContext, sessions: HubSessions): Promise<void> {
  const phones = [...sessions.phones]
  for (let at = 0; at < phones.length; at += phonesAtOnce) {
    await Promise.all(phones.slice(at, at + phonesAtOnce).map((phone) => recheck(context, phone)))
    await delay(pauseMs)
  }
}

/** The database may still be away. */
async function recheck({ options }: HubContext, phone: PhoneSession): Promise<void> {
  for (let isTold = false; !phone.over; isTold = true) {
    try {
      return await phone.recheck()
    } catch (error) {
      if (!isTold) options.log.error({ err: error }, 'could not check a phone again')
      await delay(retryMs, undefined, { ref: false })
    }
  }
}
