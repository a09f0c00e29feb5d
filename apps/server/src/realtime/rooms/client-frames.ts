import { ClientFrame } from '@fleetdeck/contract/device-socket'
import type { Input, PhoneMessage } from '../bus/messages.ts'
import type { ConsoleCommand } from '../hub-events.ts'
import { type FrameHandlers, frameRouter } from '../sockets/frame-router.ts'
import { pongText } from '../sockets/live-socket.ts'

/** The actions of a page with its seat in a phone's room. */
interface ViewerActions {
  readonly id: string
  readonly pictures: { drawn(sequence: number): void }
  join(frame: Extract<ClientFrame, { action: 'joinRoom' }>): void
  exit(): void
  release(): void
  input(frame: Input): void
  post(message: PhoneMessage): void
  askControl(): void
  takeControl(): void
  measure(isOn: boolean): void
  askTool(frame: Extract<ClientFrame, { action: 'askTool' }>): void
  command(command: ConsoleCommand): void
  send(text: string): void
}

const clientFrames: FrameHandlers<ClientFrame, ViewerActions> = {
  joinRoom: (frame, viewer) => viewer.join(frame),
  exitRoom: (_, viewer) => viewer.exit(),
  releaseScreenPermission: (_, viewer) => viewer.release(),
  canvas_action: (frame, viewer) => viewer.input(frame),
  typeText: (frame, viewer) => viewer.input(frame),
  pressKey: (frame, viewer) => viewer.input(frame),
  holdKeys: (frame, viewer) => viewer.input(frame),
  setClipboard: (frame, viewer) => viewer.input(frame),
  askClipboard: (frame, viewer) => viewer.input(frame),
  askTool: (frame, viewer) => viewer.askTool(frame),
  askControl: (_, viewer) => viewer.askControl(),
  grantControl: ({ viewer: to, isGranted }, viewer) =>
    viewer.post({ kind: 'grant', viewer: viewer.id, to, isGranted }),
  takeControl: (_, viewer) => viewer.takeControl(),
  answer: (frame, viewer) => viewer.post({ kind: 'signal', viewer: viewer.id, frame }),
  candidate: (frame, viewer) => viewer.post({ kind: 'signal', viewer: viewer.id, frame }),
  listen: (frame, viewer) => viewer.post({ kind: 'signal', viewer: viewer.id, frame }),
  rebootEC: (_, viewer) => viewer.command('rebootEC'),
  rebootPhone: (_, viewer) => viewer.command('rebootPhone'),
  frameDrawn: (frame, viewer) => viewer.pictures.drawn(frame.sequence),
  measure: ({ isOn }, viewer) => viewer.measure(isOn),
  askTiming: (frame, viewer) => viewer.post({ kind: 'askTiming', viewer: viewer.id, frame }),
  ping: (_, viewer) => viewer.send(pongText),
  pong: () => {},
}
/** Maps each frame of a page to a call of its session; false for an unknown frame. */
export const routeClientFrame = frameRouter(ClientFrame, clientFrames)
