import { ConsoleEvent, type ConsoleRequestInput, consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { BrowserSocket, resendMs } from './browser-socket.ts'
import { socketUrl } from './socket-url.ts'

/** `resumed`: pushes may have been missed, and arrive again. */
export type ConsoleNews = ConsoleEvent | { action: 'resumed' }
type EventHandler = (event: ConsoleNews) => void

/** live: all pushes arrive · limited: those of other servers may not · lost: none, the connection is closed. */
export type NewsState = 'live' | 'limited' | 'lost'
export type DeviceStates = ReadonlyMap<number, DeviceRuntime>

/** How long the socket outlives its last user, so that a change of page does not reopen it; ms. */
const lingerMs = 1000
/** A connection that is closed for a shorter time is not reported; ms. */
const lostAfterMs = 3000
/** Pause before a refused connection is opened again; ms. */
const reopenMs = 10_000

/** Server pushes to this page: one connection, shared by all listeners. */
export class ConsoleSocket {
  readonly #token: () => string
  #socket: BrowserSocket<ConsoleRequestInput, ConsoleEvent> | undefined
  #users = 0
  #closing: ReturnType<typeof setTimeout> | undefined
  #watching = false
  #resending: ReturnType<typeof setTimeout> | undefined
  readonly #handlers = new Set<EventHandler>()
  readonly #watched = new Map<symbol, readonly number[]>()
  readonly #stateListeners = new Set<() => void>()
  #states: DeviceStates = new Map()
  #newsState: NewsState = 'live'
  #isOpen = false
  /** Pushes may have been missed since the pages loaded what they show. */
  #hasMissed = false
  #losing: ReturnType<typeof setTimeout> | undefined

  constructor(token: () => string) {
    this.#token = token
  }

  /** Latest pushed state of each watched device; a new map after each push. */
  readonly states = (): DeviceStates => this.#states

  readonly newsState = (): NewsState => this.#newsState

  /** Calls the listener when the states of devices or `newsState` have changed. */
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

  /** Subscribes to the states of these devices, beside other subscriptions; the returned function ends it. */
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
    if (this.#users > 0 && this.#token() !== '') this.#open()
  }

  /** Opens a connection that the server refused, after a pause. */
  reopen() {
    setTimeout(() => {
      if (!this.#socket && this.#users > 0 && this.#token() !== '') this.#open()
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
      token: this.#token(),
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
    this.#settle()
    this.#sendWatched()
    this.#resume()
  }

  #closed() {
    if (this.#isOpen) this.#hasMissed = true
    this.#isOpen = false
    this.#losing ??= setTimeout(() => {
      this.#hasMissed = true
      this.#enterNews('lost')
    }, lostAfterMs)
  }

  #settle() {
    clearTimeout(this.#losing)
    this.#losing = undefined
    this.#enterNews('live')
  }

  #enterNews(state: NewsState) {
    if (state === this.#newsState) return
    this.#newsState = state
    for (const listener of [...this.#stateListeners]) listener()
  }

  #resume() {
    if (this.#hasMissed) this.#dispatch({ action: 'resumed' })
    this.#hasMissed = false
  }

  #close() {
    this.#socket?.close()
    this.#socket = undefined
    this.#states = new Map()
    this.#settle()
  }

  #receive(event: ConsoleEvent) {
    if (event.action === 'deviceStates') this.#store(event.states)
    if (event.action === 'liveNews') this.#limit(event.isLimited)
    if (event.action === 'refused' && event.dropped) this.#sendWatchedLater()
    this.#dispatch(event)
  }

  #limit(isLimited: boolean) {
    this.#enterNews(isLimited ? 'limited' : 'live')
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
