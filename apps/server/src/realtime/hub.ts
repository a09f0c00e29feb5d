import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { commandAnswerSeconds } from '@fleetdeck/contract/computer-socket'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { PhoneBalancer } from './balance/phone-balancer.ts'
import { PhonesInTransit } from './balance/phones-in-transit.ts'
import { ServerDuties } from './balance/server-duties.ts'
import type { Bus } from './bus/bus.ts'
import { consoleChannel, fromPhone, toComputer, toPhone } from './bus/messages.ts'
import { askComputer } from './computers/ask-computer.ts'
import { startConsoleFeed } from './consoles/console-feed.ts'
import { StateFeed } from './consoles/state-feed.ts'
import { followConnection } from './follow-connection.ts'
import type { HubContext, HubCounts } from './hub-context.ts'
import { HubEmitter } from './hub-emitter.ts'
import { defaultTiming, type HubOptions } from './hub-options.ts'
import { HubSessions } from './hub-sessions.ts'
import type { Hub, HubStats } from './hub-types.ts'
import { LogStream } from './logs/log-stream.ts'
import { GuestSeat } from './rooms/guest-seat.ts'
import { readOrigin } from './rooms/read-origin.ts'
import { readRoom } from './rooms/read-room.ts'
import { refusalText } from './sockets/browser-socket.ts'
import { Upgrades } from './sockets/upgrades.ts'
import { takeReport } from './take-report.ts'
import { GroupLogs } from './wall/group-log.ts'
import { LastFrames } from './wall/last-frames.ts'

/** A terminated socket is notified within the next turns of the event loop. */
const terminateMs = 200
/** A stopping server notifies so many sockets at a time, with a pause; all within 10 s. */
const waveSize = 100
const waveMs = 100
const maxWaves = 100

/**
 * All live connections: phones, the pages that view them, consoles and logs. It takes over the WebSocket upgrades of
 * the HTTP server. Several hubs on one bus act as one.
 */
export async function createHub(options: HubOptions): Promise<Hub> {
  const emitter = new HubEmitter(options.log)
  const context = createContext(options, emitter)
  const sessions = new HubSessions()
  const states = new StateFeed(options.bus, sessions)
  const subscriptions = await Promise.all([
    states.start(),
    context.logs.start(),
    context.lastFrames.start((id) => {
      for (const wall of sessions.walls) wall.lastFrameFound(id)
    }),
    startConsoleFeed(options.bus, sessions),
    consoleChannel(options.bus).subscribe((message) => {
      if (message.kind !== 'devicesChanged') return
      const { deviceIds } = message.change
      if (deviceIds) context.lastFrames.forget(deviceIds)
      else context.lastFrames.recheck()
    }),
  ])
  const upgrades = new Upgrades(context, sessions)
  const timers = startTimers(context, sessions, states)
  const balancer = await PhoneBalancer.start(context, sessions)
  const duties = await ServerDuties.start(context, balancer)
  subscriptions.push(
    options.bus.onConnection((isConnected) => followConnection(context, sessions, isConnected)),
  )
  const { bus } = options
  const event = consoleChannel(bus)

  return {
    on: (event, listener) => emitter.on(event, listener),
    deviceStateChanged: (id, runtime) => states.add(id, runtime),
    sendToPhone: async (deviceId, order) => {
      const receivers = await toPhone(bus, deviceId).publish({ kind: 'order', order })
      return (receivers ?? 0) > 0 || ((await options.leaveForPhone?.(deviceId, order)) ?? false)
    },
    takeReports: (deviceId, reports) => {
      for (const report of reports) takeReport(context, deviceId, report)
    },
    connectedPhones: (deviceIds) => connected(bus, deviceIds, toPhone),
    connectedComputers: (ids) => connected(bus, ids, toComputer),
    askComputer: (computerId, command) =>
      askComputer(bus, { computerId, command }, commandAnswerSeconds * 1000),
    readRoom: (deviceId) => readRoom(bus, deviceId, context.timing.roomAnswer),
    readOrigin: (deviceId) => readOrigin(bus, deviceId, context.timing.roomAnswer),
    joinAsGuest: async (deviceId, options, listeners) => {
      const seat = await GuestSeat.take(context, deviceId, options, listeners)
      return seat && sessions.track(sessions.guests, seat)
    },
    endRecording: async (deviceId, end) => {
      await toPhone(bus, deviceId).publish({ kind: 'endRecording', id: end.id })
      await fromPhone(bus, deviceId).publish({ kind: 'recordingEnded', ...end })
    },
    phoneIds: () => [...sessions.phones].map(({ phone }) => phone.deviceId),
    closePhone: async (deviceId, code, reason) =>
      ((await toPhone(bus, deviceId).publish({ kind: 'close', code, reason })) ?? 0) > 0,
    endSessions: async (sessionIds) => void (await event.publish({ kind: 'endSessions', sessionIds })),
    rightsChanged: async (userIds) => void (await event.publish({ kind: 'rightsChanged', userIds })),
    devicesChanged: async (change = {}) => void (await event.publish({ kind: 'devicesChanged', change })),
    presenceChanged: async () => void (await event.publish({ kind: 'presenceChanged' })),
    parametersChanged: async () => void (await event.publish({ kind: 'parametersChanged' })),
    noticesChanged: async () => void (await event.publish({ kind: 'noticesChanged' })),
    commandsChanged: async () => void (await event.publish({ kind: 'commandsChanged' })),
    tasksChanged: async () => void (await event.publish({ kind: 'tasksChanged' })),
    tryEnded: async (runKey) => void (await event.publish({ kind: 'tryEnded', runKey })),
    alarmsChanged: async (change) => void (await event.publish({ kind: 'alarmsChanged', change })),
    questionsChanged: async (change) => void (await event.publish({ kind: 'questionsChanged', change })),
    accountAlertsChanged: async (userIds) =>
      void (await event.publish({ kind: 'accountAlertsChanged', userIds })),
    bookingsChanged: async (deviceIds) => void (await event.publish({ kind: 'bookingsChanged', deviceIds })),
    screenLinksChanged: async (deviceIds) =>
      void (await event.publish({ kind: 'screenLinksChanged', deviceIds })),
    visitIds: () => [...sessions.viewers].flatMap(({ caller }) => caller.visit?.id ?? []),
    incidentsChanged: async () => void (await event.publish({ kind: 'incidentsChanged' })),
    dictionariesChanged: async () => void (await event.publish({ kind: 'dictionariesChanged' })),
    servers: serverCalls(balancer, duties),
    stats: () => collectStats(sessions, context.counts),
    close: async () => {
      upgrades.shut()
      duties.close()
      await balancer.close()
      await Promise.all([...sessions.guests].map((guest) => guest.leave()))
      await closeSockets(context, sessions)
      for (const timer of timers) clearInterval(timer)
      for (const unsubscribe of subscriptions) unsubscribe()
      await context.lastFrames.close()
      upgrades.detach()
    },
  }
}

const serverCalls = (balancer: PhoneBalancer, duties: ServerDuties): Hub['servers'] => ({
  retire: (withinMs) => balancer.retire(withinMs),
  duties: () => duties.all(),
  isDraining: () => balancer.isLeaving && balancer.hasOthers,
  setDraining: (name, isDraining) => duties.order(name, isDraining ? 'drain' : 'resume'),
  spreadPhones: () => duties.orderAll('spread'),
})

/** Those whose sockets listen, on any server. */
async function connected<Id>(
  bus: Bus,
  ids: Id[],
  channel: (bus: Bus, id: Id) => { name: string },
): Promise<Set<Id>> {
  const listeners = await bus.listeners(ids.map((id) => channel(bus, id).name))
  return new Set(ids.filter((_, place) => listeners[place]))
}

function createContext(options: HubOptions, emitter: HubEmitter): HubContext {
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
    transit: new PhonesInTransit(),
    lastFrames: new LastFrames(serverId, options),
    groupLogs: new GroupLogs(),
    emit: (event, info) => emitter.emit(event, info),
  }
}

function startTimers(context: HubContext, sessions: HubSessions, states: StateFeed): NodeJS.Timeout[] {
  const tick = () => {
    states.tick()
    context.logs.tick()
    for (const page of sessions.consoles) page.tick(performance.now(), sessions.consoles.size)
  }
  const sweep = () => {
    for (const socket of sessions.sockets()) socket.sweep(performance.now())
    for (const guest of sessions.guests) guest.sweep(performance.now())
  }
  const wallTick = () => {
    for (const wall of sessions.walls) wall.tick(performance.now())
  }
  const { timing } = context
  return [
    setInterval(tick, timing.tick),
    setInterval(sweep, timing.sweep),
    setInterval(wallTick, timing.wallTick),
  ]
}

function collectStats(sessions: HubSessions, counts: HubCounts): HubStats {
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

async function closeSockets({ options, timing }: HubContext, sessions: HubSessions): Promise<void> {
  const phoneReason = options.text('en', refusalText[CloseCode.serverStops])
  await inWaves([...sessions.browserSockets()], (socket) => socket.refuse(CloseCode.serverStops))
  await inWaves([...sessions.phones, ...sessions.computers], (phone) =>
    phone.close(CloseCode.serverStops, phoneReason),
  )
  await waitForClose(sessions, timing.close)
  for (const socket of sessions.sockets()) socket.terminate()
  await waitForClose(sessions, terminateMs)
}

/** Peers that are all notified at the same time would all reconnect at the same time. */
async function inWaves<Peer>(peers: Peer[], tell: (peer: Peer) => void): Promise<void> {
  const atOnce = Math.max(waveSize, Math.ceil(peers.length / maxWaves))
  for (let at = 0; at < peers.length; at += atOnce) {
    if (at > 0) await delay(waveMs)
    for (const peer of peers.slice(at, at + atOnce)) tell(peer)
  }
}

async function waitForClose(sessions: HubSessions, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (sessions.sockets().length > 0 && performance.now() < deadline) await delay(10)
}
