import { type ConsoleEvent, ConsoleRequest } from '@fleetdeck/contract/console-socket'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { WebSocket } from 'ws'
import type { HubContext } from '../hub-context.ts'
import type { DeviceState, DevicesChange } from '../hub-options.ts'
import { BrowserSocket, quietRate, type Visitor } from '../sockets/browser-socket.ts'
import { type FrameHandlers, frameRouter } from '../sockets/frame-router.ts'
import { pongText } from '../sockets/live-socket.ts'

/** Minimum interval between two messages with device states, per state in the message; ms. */
const msPerState = 0.5

/**
 * After a collected event pages load lists again. Many pages of a server are told one after the other, over so long for
 * each of them, so that their calls do not arrive together; ms.
 */
const msPerPage = 20

/** States read in one step: others have their turn between two. */
const statesAtOnce = 250

/** Events that are sent as a count. */
type CollectedEvent =
  | 'devicesChanged'
  | 'presenceChanged'
  | 'commandsChanged'
  | 'tasksChanged'
  | 'alarmsChanged'
  | 'questionsChanged'
  | 'bookingsChanged'
  | 'screenLinksChanged'

/** The push socket of one signed-in page. */
export class ConsoleSession extends BrowserSocket<ConsoleEvent> {
  #chosen: DeviceId[] = []
  #watched = new Set<DeviceId>()
  /** Those of them whose state was read after they were chosen. */
  readonly #known = new Set<DeviceId>()
  /** Newest states not sent yet. */
  #changed = new Map<DeviceId, DeviceRuntime>()
  #statesDueAt = 0
  /** Changes not sent yet, with the time to send each as soon as it is known; and when each kind was last sent. */
  readonly #collected = new Map<CollectedEvent, number | undefined>()
  readonly #sentAt = new Map<CollectedEvent, number>()

  constructor(context: HubContext, ws: WebSocket, visitor: Visitor) {
    super(context, ws, visitor, quietRate)
    if (!context.options.bus.isConnected) this.onConnection(false)
  }

  /** Tells the page whether it misses news of other servers; after a loss, that it may have missed some. */
  onConnection(isConnected: boolean): void {
    this.sendEvent({ action: 'liveNews', isLimited: !isConnected })
  }

  watch(ids: DeviceId[]): void {
    this.#chosen = ids
    this.chooseInTurn(() => this.#updateWatched())
  }

  onStates(states: readonly DeviceState[]): void {
    for (const { id, runtime } of states) if (this.#watched.has(id)) this.#changed.set(id, runtime)
  }

  onChange(action: 'devicesChanged' | 'alarmsChanged' | 'questionsChanged', change: DevicesChange): void {
    this.inTurn(async () => {
      if (await this.#isConcerned(change)) this.collect(action)
    })
  }

  /** Sent at the console's rate, however often it happens. */
  collect(action: CollectedEvent): void {
    if (!this.#collected.has(action)) this.#collected.set(action, undefined)
  }

  onEvent(
    action:
      | 'rightsChanged'
      | 'parametersChanged'
      | 'noticesChanged'
      | 'dictionariesChanged'
      | 'accountAlertsChanged'
      | 'incidentsChanged'
      | 'sessionEnded',
  ): void {
    this.sendEvent({ action })
  }

  onTryEnd(runKey: string): void {
    this.sendEvent({ action: 'tryEnded', runId: runKey })
  }

  /**
   * Sends the collected changes, at the console's rate.
   * @param pages how many consoles this server has
   */
  tick(now: number, pages: number): void {
    if (this.#changed.size > 0 && now >= this.#statesDueAt) this.#sendStates(now)
    for (const [action, known] of this.#collected) {
      const dueAt = known ?? this.#dueAt(action, now, pages)
      this.#collected.set(action, dueAt)
      if (now < dueAt) continue
      this.#sentAt.set(action, now)
      this.#collected.delete(action)
      this.sendEvent({ action })
      if (action === 'devicesChanged') this.inTurnUntilDone('choice', () => this.#updateWatched())
    }
  }

  protected override route(text: string): boolean {
    return routeConsoleRequest(text, this)
  }

  protected override async checkAccess(): Promise<void> {
    if (this.caller.pendingStep) return this.refuse(CloseCode.forbidden)
    await this.#updateWatched()
  }

  protected override onLeave(): void {}

  async #isConcerned(change: DevicesChange): Promise<boolean> {
    try {
      return (await this.context.options.concerns?.(this.caller, change)) ?? true
    } catch (error) {
      this.failed(error)
      // A list that is loaded once too often is right, one that is not loaded may be wrong.
      return true
    }
  }

  /** The chosen devices that the caller may see now. */
  async #updateWatched(): Promise<void> {
    const { visibleDeviceIds, currentStates } = this.context.options
    const chosen = [...new Set(this.#chosen)]
    const visible = chosen.length > 0 ? await visibleDeviceIds(this.caller, chosen) : []
    this.#watched = new Set(visible)
    for (const id of this.#changed.keys()) if (!this.#watched.has(id)) this.#changed.delete(id)
    for (const id of this.#known) if (!this.#watched.has(id)) this.#known.delete(id)
    if (!currentStates) return
    const added = visible.filter((id) => !this.#known.has(id))
    for (let from = 0; from < added.length && !this.over; from += statesAtOnce) {
      const some = added.slice(from, from + statesAtOnce)
      const states = await currentStates(some)
      // A state that arrived in the meantime is newer.
      this.onStates(states.filter(({ id }) => !this.#changed.has(id)))
      for (const id of some) this.#known.add(id)
    }
  }

  #dueAt(action: CollectedEvent, now: number, pages: number): number {
    const { consolePace } = this.context.timing
    const overMs = pages * msPerPage
    const isCrowd = overMs > consolePace
    return Math.max((this.#sentAt.get(action) ?? 0) + consolePace, isCrowd ? now + overMs * Math.random() : 0)
  }

  #sendStates(now: number): void {
    const { consoleLeast, consolePace } = this.context.timing
    this.#statesDueAt = now + Math.min(consolePace, Math.max(consoleLeast, this.#changed.size * msPerState))
    const states = [...this.#changed].map(([id, runtime]) => ({ id, runtime }))
    this.#changed = new Map()
    this.sendEvent({ action: 'deviceStates', states })
  }
}

const consoleRequests: FrameHandlers<ConsoleRequest, ConsoleSession> = {
  watchDevices: ({ ids }, page) => page.watch(ids),
  ping: (_, page) => page.send(pongText),
  pong: () => {},
}
const routeConsoleRequest = frameRouter(ConsoleRequest, consoleRequests)
