import type { ClientEvent } from '@fleetdeck/contract/device-socket'
import type { RecordingEnd } from '@fleetdeck/contract/recording-marks'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Input, RoomEvent, RoomState, Signal } from '../bus/messages.ts'

/** A page subscribed to the events of its room. */
interface RoomViewer {
  readonly id: string
  readonly commands: { end(cmdSubId: string, text?: TextKey, msg?: string): void }
  phoneOnline(session: string, isSeated?: boolean): void
  phoneGone(session?: string): void
  onSeated(): void
  replaced(): void
  screenStopped(msg: string): void
  showRoom(info: RoomState, region?: string): void
  signal(frame: Signal): void
  refuseTool(id: string, text: TextKey): void
  toolReply(reply: Extract<RoomEvent, { kind: 'toolReply' }>['reply']): void
  recordingEnded(end: RecordingEnd): void
  inputSent(frame: Input): void
  commandSent(cmdSubId: string): void
  sendEvent(event: ClientEvent): void
  refuseFrame(key: TextKey): void
}

type EventHandlers = {
  [Kind in RoomEvent['kind']]: (event: Extract<RoomEvent, { kind: Kind }>, viewer: RoomViewer) => void
}

/** Events that a phone's server publishes about its room, for one page. */
const handlers: EventHandlers = {
  online: ({ session }, viewer) => viewer.phoneOnline(session),
  gone: ({ session }, viewer) => viewer.phoneGone(session),
  origin: () => {},
  joined: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.onSeated()
  },
  refused: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.refuseFrame(event.text)
  },
  replaced: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.replaced()
  },
  clipboard: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.sendEvent({ action: 'clipboard', text: event.text })
  },
  toolReply: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.toolReply(event.reply)
  },
  toolRefused: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.refuseTool(event.id, event.text)
  },
  systemLog: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.sendEvent(event.log)
  },
  room: ({ kind: _, session, to, region, ...facts }, viewer) => {
    viewer.phoneOnline(
      session,
      facts.seats.some((seat) => seat.viewer === viewer.id),
    )
    if (to === undefined || to === viewer.id) viewer.showRoom(facts, region)
  },
  input: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.inputSent(event.frame)
  },
  recordingEnded: (event, viewer) => viewer.recordingEnded(event),
  stopped: ({ msg }, viewer) => viewer.screenStopped(msg),
  signal: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.signal(event.frame)
  },
  commandSent: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.commandSent(event.cmdSubId)
  },
  commandRefused: (event, viewer) => {
    if (event.viewer === viewer.id) viewer.commands.end(event.cmdSubId, event.text)
  },
  commandState: ({ cmdSubId, state, msg }, viewer) => {
    if (state === 'failed') viewer.commands.end(cmdSubId, 'phone.commandFailed', msg)
    else viewer.commands.end(cmdSubId)
  },
}

export function handleRoomEvent(event: RoomEvent, viewer: RoomViewer): void {
  const read = handlers[event.kind] as (event: RoomEvent, viewer: RoomViewer) => void
  read(event, viewer)
}
