import type { ClientEvent } from '@fleetdeck/contract/device-socket'
import type { ScreenActionType } from '@fleetdeck/contract/screen-action'
import type { ScreenFrame } from '@fleetdeck/contract/screen-frame'
import { type DeviceCommand, DeviceSocket } from '../device-socket.ts'
import type { ScreenStats } from './canvas-screen.ts'
import {
  afterEvent,
  afterFrame,
  afterSocket,
  afterStart,
  afterStop,
  initialScreenState,
  type ScreenState,
} from './screen-state.ts'

/** spec §3, screen_mode: screenshots, which is what the sinks here can show. */
const picturesMode = '2'

/** An answer that is told once and changes no state. */
export type ScreenNotice = Extract<ClientEvent, { action: 'commandResp' | 'refused' | 'clipboard' }>

/** Where pictures go: a canvas now; a video element takes the same place. */
export interface PictureSink {
  show: (frame: ScreenFrame) => void
  clear: () => void
  stats: () => ScreenStats
}

/**
 * One operator looking at one phone: keeps the wish to see the screen over reconnects, hidden tabs
 * and a phone that comes and goes, and says what is so now.
 */
export class ScreenSession {
  readonly #socket: DeviceSocket
  readonly #listeners = new Set<() => void>()
  readonly #noticeHandlers = new Set<(notice: ScreenNotice) => void>()
  #state: ScreenState = initialScreenState
  #sink: PictureSink | undefined
  #isWanted = false
  #isHidden = false

  constructor(deviceNo: string, token: string) {
    this.#socket = new DeviceSocket(deviceNo, token, {
      onEvent: (event) => this.#onEvent(event),
      onFrame: (frame) => this.#onFrame(frame),
      onState: (socket, refusal) => {
        this.#set(afterSocket(this.#state, socket, refusal))
        if (socket === 'open') this.#join()
      },
    })
  }

  readonly state = (): ScreenState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onNotice(handler: (notice: ScreenNotice) => void): () => void {
    this.#noticeHandlers.add(handler)
    return () => this.#noticeHandlers.delete(handler)
  }

  open() {
    this.#socket.open()
  }

  close() {
    this.#socket.close()
    this.#sink = undefined
  }

  /** Pictures go to the newest sink only; the answer detaches it. */
  attach(sink: PictureSink): () => void {
    this.#sink = sink
    return () => {
      if (this.#sink === sink) this.#sink = undefined
    }
  }

  stats(): ScreenStats | undefined {
    return this.#sink?.stats()
  }

  /** Wants the screen from now on; joins at once or as soon as the socket is open. */
  start() {
    this.#isWanted = true
    this.#join()
  }

  stop() {
    this.#isWanted = false
    this.#leave()
  }

  /** Gives the control to others; the picture stays. */
  release() {
    this.#socket.releaseScreenPermission()
  }

  /** A hidden tab streams nothing; shown again it goes on. */
  setHidden(isHidden: boolean) {
    if (isHidden === this.#isHidden) return
    this.#isHidden = isHidden
    if (isHidden && this.#isWanted) this.#leave()
    else this.#join()
  }

  act(type: ScreenActionType, x?: number, y?: number) {
    this.#socket.act(type, x, y)
  }

  /** As the socket has them: text, keys, clipboard and who controls. */
  get socket(): DeviceSocket {
    return this.#socket
  }

  command(command: DeviceCommand) {
    this.#socket.command(command)
  }

  frameDrawn(sequence: number) {
    this.#socket.frameDrawn(sequence)
  }

  #join() {
    if (!this.#isWanted || this.#isHidden || this.#socket.state !== 'open') return
    this.#set(afterStart(this.#state))
    this.#socket.joinRoom({ screen_mode: picturesMode })
  }

  #leave() {
    if (this.#socket.state !== 'open') return
    this.#socket.exitRoom()
    this.#set(afterStop(this.#state))
    this.#sink?.clear()
  }

  #onEvent(event: ClientEvent) {
    if (event.action === 'commandResp' || event.action === 'refused' || event.action === 'clipboard') {
      for (const handler of [...this.#noticeHandlers]) handler(event)
      return
    }
    const wasOffline = this.#state.online === false
    this.#set(afterEvent(this.#state, event))
    if (event.action === 'deviceState' && event.online && wasOffline) this.#join()
  }

  #onFrame(frame: ScreenFrame) {
    // Pictures still under way after a stop are answered, not shown.
    if (!this.#sink || !this.#isWanted || this.#isHidden) return this.frameDrawn(frame.sequence)
    this.#set(afterFrame(this.#state))
    this.#sink.show(frame)
  }

  #set(state: ScreenState) {
    if (state === this.#state) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
