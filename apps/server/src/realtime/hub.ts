import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { Bus } from './bus/bus.ts'
import { consoleNews, toPhone } from './bus/messages.ts'
import { startConsoleFeed } from './consoles/console-feed.ts'
import { StateFeed } from './consoles/state-feed.ts'
import { HubEar } from './hub-ear.ts'
import { defaultTiming, type HubOptions } from './hub-options.ts'
import type { HubCounts, HubParts } from './hub-parts.ts'
import { HubSessions } from './hub-sessions.ts'
import type { Hub, HubStats } from './hub-types.ts'
import { LogStream } from './logs/log-stream.ts'
import { GuestSeat } from './rooms/guest-seat.ts'
import { refusalText } from './sockets/browser-socket.ts'
import { Upgrades } from './sockets/upgrades.ts'

/** A socket that was cut off is told so within the next turns of the event loop. */
const lastWordMs = 200

/**
 * Everything that is live: phones, the pages that look at them, consoles and logs. It takes over the WebSocket
 * upgrades of the HTTP server. Several hubs on one bus act as one.
 */
export async function createHub(options: HubOptions): Promise<Hub> {
  const ear = new HubEar(options.log)
  const parts = partsOf(options, ear)
  const sessions = new HubSessions()
  const states = new StateFeed(options.bus, sessions)
  const subscriptions = await Promise.all([
    states.start(),
    parts.logs.start(),
    startConsoleFeed(options.bus, sessions),
  ])
  const upgrades = new Upgrades(parts, sessions)
  const timers = startTimers(parts, sessions, states)
  const { bus } = options
  const news = consoleNews(bus)

  return {
    on: (event, listener) => ear.on(event, listener),
    deviceStateChanged: (id, runtime) => states.add(id, runtime),
    tellPhone: async (deviceId, order) =>
      (await toPhone(bus, deviceId).publish({ kind: 'order', order })) > 0,
    connectedOf: (deviceIds) => connectedOf(bus, deviceIds),
    sitIn: async (deviceId, options, ears) => {
      const seat = await GuestSeat.take(parts, deviceId, options, ears)
      return seat && sessions.track(sessions.guests, seat)
    },
    phoneIds: () => [...sessions.phones].map(({ phone }) => phone.deviceId),
    closePhone: async (deviceId, code, reason) =>
      (await toPhone(bus, deviceId).publish({ kind: 'close', code, reason })) > 0,
    endSessions: async (sessionIds) => void (await news.publish({ kind: 'endSessions', sessionIds })),
    rightsChanged: async (userIds) => void (await news.publish({ kind: 'rightsChanged', userIds })),
    devicesChanged: async (change = {}) => void (await news.publish({ kind: 'devicesChanged', change })),
    presenceChanged: async () => void (await news.publish({ kind: 'presenceChanged' })),
    parametersChanged: async () => void (await news.publish({ kind: 'parametersChanged' })),
    noticesChanged: async () => void (await news.publish({ kind: 'noticesChanged' })),
    commandsChanged: async () => void (await news.publish({ kind: 'commandsChanged' })),
    tasksChanged: async () => void (await news.publish({ kind: 'tasksChanged' })),
    tryEnded: async (runId) => void (await news.publish({ kind: 'tryEnded', runId })),
    alarmsChanged: async (change) => void (await news.publish({ kind: 'alarmsChanged', change })),
    dictionariesChanged: async () => void (await news.publish({ kind: 'dictionariesChanged' })),
    stats: () => statsOf(sessions, parts.counts),
    close: async () => {
      upgrades.shut()
      await Promise.all([...sessions.guests].map((guest) => guest.leave()))
      await closeSockets(parts, sessions)
      for (const timer of timers) clearInterval(timer)
      for (const unsubscribe of subscriptions) unsubscribe()
      upgrades.detach()
    },
  }
}

async function connectedOf(bus: Bus, deviceIds: number[]): Promise<Set<number>> {
  const listeners = await bus.listeners(deviceIds.map((deviceId) => toPhone(bus, deviceId).name))
  return new Set(deviceIds.filter((_, place) => listeners[place]))
}

function partsOf(options: HubOptions, ear: HubEar): HubParts {
  const serverId = randomUUID()
  const counts: HubCounts = {
    framesIn: 0,
    framesOut: 0,
    framesSkipped: 0,
    malformedFrames: 0,
    droppedFrames: 0,
  }
  return {
    serverId,
    options,
    timing: { ...defaultTiming, ...options.timing },
    counts,
    logs: new LogStream(serverId, options.bus),
    tell: (event, facts) => ear.tell(event, facts),
  }
}

function startTimers(parts: HubParts, sessions: HubSessions, states: StateFeed): NodeJS.Timeout[] {
  const tick = () => {
    states.tick()
    parts.logs.tick()
    for (const page of sessions.consoles) page.tick(Date.now())
  }
  const sweep = () => {
    for (const socket of sessions.sockets()) socket.sweep(Date.now())
    for (const guest of sessions.guests) guest.sweep(Date.now())
  }
  const wallTick = () => {
    for (const wall of sessions.walls) wall.tick(Date.now())
  }
  const { timing } = parts
  return [
    setInterval(tick, timing.tick),
    setInterval(sweep, timing.sweep),
    setInterval(wallTick, timing.wallTick),
  ]
}

function statsOf(sessions: HubSessions, counts: HubCounts): HubStats {
  let rooms = 0
  for (const phone of sessions.phones) if (phone.room) rooms += 1
  return {
    phones: sessions.phones.size,
    viewers: sessions.viewers.size,
    rooms,
    consoles: sessions.consoles.size,
    logViewers: sessions.logViewers.size,
    walls: sessions.walls.size,
    ...counts,
  }
}

async function closeSockets({ options, timing }: HubParts, sessions: HubSessions): Promise<void> {
  for (const socket of sessions.browserSockets()) socket.refuse(CloseCode.serverStops)
  for (const phone of sessions.phones)
    phone.close(CloseCode.serverStops, options.text('en', refusalText[CloseCode.serverStops]))
  await allGone(sessions, timing.close)
  for (const socket of sessions.sockets()) socket.terminate()
  await allGone(sessions, lastWordMs)
}

async function allGone(sessions: HubSessions, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (sessions.sockets().length > 0 && Date.now() < deadline) await delay(10)
}
