import { ClientEvent, type ClientFrame } from '@fleetdeck/contract/device-socket'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import type { ToolRequest } from '@fleetdeck/contract/phone-tools'
import type { Candidate, PhoneKey, ScreenActionType } from '@fleetdeck/contract/screen-action'
import { decodeScreenFrame, type ScreenFrame } from '@fleetdeck/contract/screen-frame'
import { BrowserSocket, type SocketRefusal, type SocketState } from './browser-socket.ts'
import type { TouchManner } from './screen/touch.ts'
import { socketUrl } from './socket-url.ts'

export type DeviceCommand = 'rebootEC' | 'rebootPhone'

export interface DeviceSocketHandlers {
  onEvent: (event: ClientEvent) => void
  onFrame: (frame: ScreenFrame) => void
  onState: (state: SocketState, refusal?: SocketRefusal) => void
}

/** The console's socket to one phone (spec §7): its messages by name. */
export class DeviceSocket {
  readonly #socket: BrowserSocket<ClientFrame, ClientEvent>

  constructor(deviceNo: string, token: string, handlers: DeviceSocketHandlers) {
    this.#socket = new BrowserSocket<ClientFrame, ClientEvent>({
      url: () => socketUrl(deviceSocketPath, { deviceNo, type: 'client' }),
      token,
      schema: ClientEvent,
      onEvent: handlers.onEvent,
      onState: handlers.onState,
      onBinary: (bytes) => {
        const frame = readFrame(bytes)
        if (frame) handlers.onFrame(frame)
      },
    })
  }

  get state(): SocketState {
    return this.#socket.state
  }

  get roundTripMs(): number | undefined {
    return this.#socket.roundTripMs
  }

  ping() {
    this.#socket.ping()
  }

  open() {
    this.#socket.open()
  }

  close() {
    this.#socket.close()
  }

  /** Omitted settings are the device's own. A watcher never gets control. */
  joinRoom(screenSetting: Record<string, string> = {}, watches = false) {
    this.#socket.send({ action: 'joinRoom', screenSetting, watches, sound: true })
  }

  exitRoom() {
    this.#socket.send({ action: 'exitRoom' })
  }

  releaseScreenPermission() {
    this.#socket.send({ action: 'releaseScreenPermission' })
  }

  act(action_type: ScreenActionType, x = 0, y = 0, manner: TouchManner = {}) {
    this.#socket.send({ action: 'canvas_action', action_type, x, y, ...manner })
  }

  typeText(text: string) {
    this.#socket.send({ action: 'typeText', text })
  }

  pressKey(key: PhoneKey) {
    this.#socket.send({ action: 'pressKey', key })
  }

  /** Of the hardware keyboard: all that are held. */
  holdKeys(keys: string[]) {
    this.#socket.send({ action: 'holdKeys', keys })
  }

  setClipboard(text: string) {
    this.#socket.send({ action: 'setClipboard', text })
  }

  /** Answered by the event `clipboard`. copies: what is selected on the phone is copied first. */
  askClipboard({ copies = false } = {}) {
    this.#socket.send({ action: 'askClipboard', ...(copies && { copies }) })
  }

  /** Answered by the event `toolReply`. */
  askTool(id: string, request: ToolRequest) {
    this.#socket.send({ action: 'askTool', id, request })
  }

  askControl() {
    this.#socket.send({ action: 'askControl' })
  }

  grantControl(viewer: string, isGranted: boolean) {
    this.#socket.send({ action: 'grantControl', viewer, isGranted })
  }

  takeControl() {
    this.#socket.send({ action: 'takeControl' })
  }

  command(action: DeviceCommand) {
    this.#socket.send({ action })
  }

  answer(sdp: string) {
    this.#socket.send({ action: 'answer', sdp })
  }

  candidate(candidate: Candidate['candidate']) {
    this.#socket.send({ action: 'candidate', candidate })
  }

  /** Answered by the event `sound`. */
  listen(isOn: boolean) {
    this.#socket.send({ action: 'listen', isOn })
  }

  measure(isOn: boolean) {
    this.#socket.send({ action: 'measure', isOn })
  }

  /** Answered by the event `timing`. */
  askTiming(sentAt: number) {
    this.#socket.send({ action: 'askTiming', sentAt })
  }

  frameDrawn(sequence: number) {
    this.#socket.send({ action: 'frameDrawn', sequence })
  }
}

/** An invalid frame does not end the session: the next one follows. */
function readFrame(bytes: Uint8Array): ScreenFrame | undefined {
  try {
    return decodeScreenFrame(bytes)
  } catch {
    return undefined
  }
}
