import { ConsoleEvent, type ConsoleRequestInput, consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { inBackground } from '../api/feedback.ts'
import type { Connection, ConnectionState } from '../ground/connection.ts'
import { BrowserSocket, resendMs } from './browser-socket.ts'
import { socketUrl } from './socket-url.ts'

/** `resumed`: pushes may have been missed, and arrive again. */
export type ConsoleNews = ConsoleEvent | { action: 'resumed' }
type EventHandler = (event: ConsoleNews) => void

export type DeviceStates = ReadonlyMap<number, DeviceRuntime>

/** How long the socket outlives its last user, so that a change of page does not reopen it; ms. */
const lingerMs = 1000
/** A connection that is closed for a shorter time is not reported; ms. */
const lostAfterMs = 3000
/** Pause between two questions whether the server answers although the socket does not open; ms. */
const probeMs = 4000
/** Pause before a refused connection is opened again; ms. */
const reopenMs = 10_000

interface ConsoleSocketOptions {
  token: () => string
  /** Whether the server answers a call. */
  probe: () => Promise<boolean>
  onConnection: (change: Partial<Connection>) => void
}

/** Server pushes to this page: one connection, shared by all listeners. */
export class ConsoleSocket {
  readonly #options: ConsoleSocketOptions
  #socket: BrowserSocket<ConsoleRequestInput, ConsoleEvent> | undefined
  #users = 0
  #closing: ReturnType<typeof setTimeout> | undefined
  #watching = false
  #resending: ReturnType<typeof setTimeout> | undefined
  readonly #handlers = new Set<EventHandler>()
  readonly #watched = new Map<symbol, readonly number[]>()
  readonly #stateListeners = new Set<() => void>()
  #states: DeviceStates = new Map()
  #state: ConnectionState = 'connecting'
  #isOpen = false
  /** Pushes may have been missed since the pages loaded what they show. */
  #hasMissed = false
  #losing: ReturnType<typeof setTimeout> | undefined
  #probing: ReturnType<typeof setInterval> | undefined

  constructor(options: ConsoleSocketOptions) {
    this.#options = options
  }

  /** Latest pushed state of each watched device; a new map after each push. */
  readonly states = (): DeviceStates => this.#states

  /** Calls the listener when the states of devices have changed. */
  readonly onStates = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  /** The returned function ends the subscription. */
  onEvent(handler: EventHandler): () => void {
    this.#handlers.add(handler)
    const leave = this.#enter()
    return () => {
      this.#handlers.delete(handler)
      leave()
    }
  }

  /** Subscribes to the states of these devices, in addition to other subscriptions; the returned function ends it. */
  watch(ids: readonly number[]): () => void {
    const key = Symbol('watcher')
    this.#watched.set(key, ids)
    const leave = this.#enter()
    this.#sendWatchedSoon()
    return () => {
      this.#watched.delete(key)
      this.#sendWatchedSoon()
      leave()
    }
  }

  /** Another session: the open connection belongs to the old one. */
  renew() {
    this.#close()
    if (this.#users > 0 && this.#options.token() !== '') this.#open()
  }

  /** Opens a lost connection without waiting. */
  tryNow() {
    this.#socket?.reopen()
  }

  /** Opens a connection that the server refused, after a pause. */
  reopen() {
    setTimeout(() => {
      if (!this.#socket && this.#users > 0 && this.#options.token() !== '') this.#open()
    }, reopenMs)
  }

  #enter(): () => void {
    this.#users += 1
    clearTimeout(this.#closing)
    if (!this.#socket) this.#open()
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#closing = setTimeout(() => {
        this.#close()
        // Later pages load what they show.
        this.#hasMissed = false
      }, lingerMs)
    }
  }

  #open() {
    this.#socket = new BrowserSocket<ConsoleRequestInput, ConsoleEvent>({
      url: () => socketUrl(consoleSocketPath),
      token: this.#options.token(),
      schema: ConsoleEvent,
      onEvent: (event) => this.#receive(event),
      onState: (state, refusal) => {
        if (state === 'open') this.#opened()
        else this.#closed()
        if (refusal) {
          this.#socket = undefined
          if (refusal.code === CloseCode.tooMany) this.reopen()
          else this.#receive({ action: 'sessionEnded' })
        }
      },
    })
    this.#socket.open()
  }

  #opened() {
    this.#isOpen = true
    this.#settle('live')
    this.#sendWatched()
    this.#resume()
  }

  #closed() {
    if (this.#isOpen) this.#hasMissed = true
    this.#isOpen = false
    this.#losing ??= setTimeout(() => this.#lost(), lostAfterMs)
  }

  #lost() {
    this.#hasMissed = true
    this.#enterState('reconnecting')
    this.#probing = setInterval(() => inBackground(this.#probe()), probeMs)
  }

  /** A proxy in between may prevent a socket from opening, while calls are answered. */
  async #probe() {
    const answers = await this.#options.probe()
    if (this.#probing !== undefined) this.#enterState(answers ? 'stale' : 'reconnecting')
  }

  #settle(state: ConnectionState) {
    clearTimeout(this.#losing)
    clearInterval(this.#probing)
    this.#losing = undefined
    this.#probing = undefined
    this.#enterState(state)
  }

  #enterState(state: ConnectionState) {
    if (state === this.#state) return
    const wasLive = this.#state === 'live' || this.#state === 'connecting'
    this.#state = state
    this.#options.onConnection({
      state,
      hasNews: this.#probing === undefined && state !== 'reconnecting',
      ...(wasLive && { liveUntil: this.#socket?.heardAt ?? Date.now() }),
    })
  }

  #resume() {
    if (this.#hasMissed) this.#dispatch({ action: 'resumed' })
    this.#hasMissed = false
  }

  #close() {
    this.#socket?.close()
    this.#socket = undefined
    this.#states = new Map()
    this.#isOpen = false
    this.#settle('connecting')
  }

  #receive(event: ConsoleEvent) {
    if (event.action === 'deviceStates') this.#store(event.states)
    if (event.action === 'liveNews') this.#limit(event.isLimited)
    if (event.action === 'refused' && event.dropped) this.#sendWatchedLater()
    this.#dispatch(event)
  }

  #limit(isLimited: boolean) {
    this.#enterState(isLimited ? 'stale' : 'live')
    if (isLimited) this.#hasMissed = true
    else this.#resume()
  }

  #dispatch(event: ConsoleNews) {
    for (const handler of [...this.#handlers]) handler(event)
  }

  #store(changes: { id: number; runtime: DeviceRuntime }[]) {
    const states = new Map(this.#states)
    for (const { id, runtime } of changes) states.set(id, runtime)
    this.#states = states
    for (const listener of [...this.#stateListeners]) listener()
  }

  /** Rows of a table mount one by one: their subscriptions are sent as one message. */
  #sendWatchedSoon() {
    if (this.#watching) return
    this.#watching = true
    queueMicrotask(() => {
      this.#watching = false
      this.#sendWatched()
    })
  }

  #sendWatchedLater() {
    clearTimeout(this.#resending)
    this.#resending = setTimeout(() => this.#sendWatched(), resendMs)
  }

  #sendWatched() {
    const ids = [...new Set([...this.#watched.values()].flat())]
    this.#socket?.send({ action: 'watchDevices', ids: ids.slice(0, 10_000) })
  }
}
