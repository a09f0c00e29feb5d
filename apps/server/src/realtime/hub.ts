import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Bus } from './bus/bus.ts'
import { consoleNews, toPhone } from './bus/messages.ts'
import { browserSockets, startConsoleFeed } from './consoles/console-feed.ts'
import { StateFeed } from './consoles/state-feed.ts'
import { HubEar } from './hub-ear.ts'
import type { HubCounts, HubParts } from './hub-parts.ts'
import { defaultTiming, type Hub, type HubOptions, type HubStats } from './hub-types.ts'
import { LogStream } from './logs/log-stream.ts'
import { GuestSeat } from './rooms/guest-seat.ts'
import { refusalText } from './sockets/browser-socket.ts'
import type { LiveSocket } from './sockets/live-socket.ts'
import { Upgrades } from './sockets/upgrades.ts'

/** A socket that was cut off is told so within the next turns of the event loop. */
const lastWordMs = 200

export type * from './hub-types.ts'

/**
 * Everything that is live: phones, the pages that look at them, consoles and logs. It takes over the WebSocket
 * upgrades of the HTTP server. Several hubs on one bus act as one.
 */
export async function createHub(options: HubOptions): Promise<Hub> {
  const ear = new HubEar(options.log)
  const parts = partsOf(options, ear)
  const states = new StateFeed(parts)
  const subscriptions = await Promise.all([states.start(), parts.logs.start(), startConsoleFeed(parts)])
  const upgrades = new Upgrades(parts)
  const timers = startTimers(parts, states)
  const { bus } = options
  const news = consoleNews(bus)

  return {
    on: (event, listener) => ear.on(event, listener),
    deviceStateChanged: (id, runtime) => states.add(id, runtime),
    tellPhone: async (deviceId, order) =>
      (await toPhone(bus, deviceId).publish({ kind: 'order', order })) > 0,
    connectedOf: (deviceIds) => connectedOf(bus, deviceIds),
    sitIn: (deviceId, options, ears) => GuestSeat.take(parts, deviceId, options, ears),
    phoneIds: () => [...parts.phones].map(({ phone }) => phone.deviceId),
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
    tryEnded: async (runKey) => void (await news.publish({ kind: 'tryEnded', runId: runKey })),
    alarmsChanged: async (change) => void (await news.publish({ kind: 'alarmsChanged', change })),
    dictionariesChanged: async () => void (await news.publish({ kind: 'dictionariesChanged' })),
    stats: () => statsOf(parts),
    close: async () => {
      upgrades.shut()
      await Promise.all([...parts.guests].map((guest) => guest.leave()))
      await closeSockets(parts)
      for (const timer of timers) clearInterval(timer)
      for (const unsubscribe of subscriptions) unsubscribe()
      upgrades.detach()
    },
  }
}

async function connectedOf(bus: Bus, deviceIds: DeviceId[]): Promise<Set<DeviceId>> {
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
    phones: new Set(),
    viewers: new Set(),
    consoles: new Set(),
    logViewers: new Set(),
    guests: new Set(),
    walls: new Set(),
    logs: new LogStream(serverId, options.bus),
    tell: (event, facts) => ear.tell(event, facts),
  }
}

function startTimers(parts: HubParts, states: StateFeed): NodeJS.Timeout[] {
  const tick = () => {
    states.tick()
    parts.logs.tick()
    for (const page of parts.consoles) page.tick(Date.now())
  }
  const sweep = () => {
    for (const socket of allSockets(parts)) socket.sweep(Date.now())
    for (const guest of parts.guests) guest.sweep(Date.now())
  }
  const wallTick = () => {
    for (const wall of parts.walls) wall.tick(Date.now())
  }
  const { timing } = parts
  return [
    setInterval(tick, timing.tick),
    setInterval(sweep, timing.sweep),
    setInterval(wallTick, timing.wallTick),
  ]
}

function statsOf(parts: HubParts): HubStats {
  let rooms = 0
  for (const phone of parts.phones) if (phone.room) rooms += 1
  return {
    phones: parts.phones.size,
    viewers: parts.viewers.size,
    rooms,
    consoles: parts.consoles.size,
    logViewers: parts.logViewers.size,
    walls: parts.walls.size,
    ...parts.counts,
  }
}

function allSockets(parts: HubParts): LiveSocket[] {
  return [...parts.phones, ...browserSockets(parts)]
}

async function closeSockets(parts: HubParts): Promise<void> {
  for (const socket of browserSockets(parts)) socket.refuse(CloseCode.serverStops)
  const { text } = parts.options
  for (const phone of parts.phones)
    phone.close(CloseCode.serverStops, text('en', refusalText[CloseCode.serverStops]))
  await allGone(parts, parts.timing.close)
  for (const socket of allSockets(parts)) socket.terminate()
  await allGone(parts, lastWordMs)
}

async function allGone(parts: HubParts, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (allSockets(parts).length > 0 && Date.now() < deadline) await delay(10)
}
