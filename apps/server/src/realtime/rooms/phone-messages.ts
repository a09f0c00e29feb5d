import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { Input, PhoneMessage, RoomEvent } from '../bus/messages.ts'
import type { Room } from './room.ts'

/** The phone's socket, as the servers with viewers use it. */
interface PhoneActions {
  readonly room: Room | undefined
  onClaim(claim: Extract<PhoneMessage, { kind: 'claim' }>): void
  close(code: number, reason: string): void
  order(order: PhoneOrder): void
  input(viewer: string, frame: Input): void
  tool(message: Extract<PhoneMessage, { kind: 'tool' }>): void
  openRoom(): Room
  announce(event: RoomEvent): void
  announceRoom(to?: string): void
  announceOrigin(to: string): void
  showLastFrame(): void
}

type PhoneMessageHandlers = {
  [Kind in PhoneMessage['kind']]: (
    message: Extract<PhoneMessage, { kind: Kind }>,
    phone: PhoneActions,
  ) => void
}

const phoneCommand = { rebootEC: 'rebootEC', rebootPhone: 'rebphone' } as const

/** Requests of the servers with viewers to the server with the phone's socket. */
const handlers: PhoneMessageHandlers = {
  claim: (message, phone) => phone.onClaim(message),
  close: ({ code, reason }, phone) => phone.close(code, reason),
  order: ({ order }, phone) => phone.order(order),
  poke: () => {},
  askOrigin: ({ asker }, phone) => phone.announceOrigin(asker),
  look: ({ viewer }, phone) => phone.announceRoom(viewer),
  join: (seat, phone) => {
    phone.openRoom().join(seat, performance.now())
    phone.announce({ kind: 'joined', viewer: seat.viewer })
    phone.showLastFrame()
  },
  keep: (seat, phone) => {
    if (phone.room?.keep(seat, performance.now())) return
    handlers.join({ ...seat, kind: 'join' }, phone)
  },
  exit: ({ viewer }, phone) => phone.room?.exit(viewer),
  endRecording: ({ id }, phone) => phone.room?.endRecording(id),
  release: ({ viewer }, phone) => phone.room?.release(viewer),
  ask: ({ viewer }, phone) => phone.room?.ask(viewer),
  grant: ({ viewer, to, isGranted }, phone) => phone.room?.grant(viewer, to, isGranted),
  take: ({ viewer }, phone) => phone.room?.take(viewer),
  measure: ({ viewer, isOn }, phone) => phone.room?.measure(viewer, isOn),
  askTiming: ({ viewer, frame }, phone) => {
    if (phone.room?.has(viewer)) phone.order({ ...frame, viewer })
  },
  input: ({ viewer, frame }, phone) => phone.input(viewer, frame),
  tool: (message, phone) => phone.tool(message),
  signal: ({ viewer, frame }, phone) => {
    if (phone.room?.has(viewer)) phone.order({ ...frame, viewer })
  },
  // A hanging phone is restarted without opening its screen; this must not interrupt the work of another user.
  command: ({ viewer, command, cmdSubId }, phone) => {
    const controller = phone.room?.controller ?? viewer
    if (controller !== viewer) {
      const text = 'phone.controlledByOther'
      return phone.announce({ kind: 'commandRefused', viewer, cmdSubId, text })
    }
    phone.order({ action: 'command', command: phoneCommand[command], cmdSubId, content: '' })
    phone.announce({ kind: 'commandSent', viewer, cmdSubId })
  },
}

export function handlePhoneMessage(message: PhoneMessage, phone: PhoneActions): void {
  const read = handlers[message.kind] as (message: PhoneMessage, phone: PhoneActions) => void
  read(message, phone)
}
