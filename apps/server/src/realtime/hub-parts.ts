import type { ConsoleSession } from './consoles/console-session.ts'
import type { HubEvents, HubOptions, HubTiming } from './hub-types.ts'
import type { LogSession } from './logs/log-session.ts'
import type { LogStream } from './logs/log-stream.ts'
import type { GuestSeat } from './rooms/guest-seat.ts'
import type { PhoneSession } from './rooms/phone-session.ts'
import type { ViewerSession } from './rooms/viewer-session.ts'
import type { WallSession } from './wall/wall-session.ts'

export interface HubCounts {
  framesIn: number
  framesOut: number
  framesSkipped: number
  malformedFrames: number
  droppedFrames: number
}

/** What the sockets of one hub share. */
export interface HubParts {
  /** Tells this server from the others on the bus. */
  serverId: string
  options: HubOptions
  timing: HubTiming
  counts: HubCounts
  phones: Set<PhoneSession>
  viewers: Set<ViewerSession>
  consoles: Set<ConsoleSession>
  logViewers: Set<LogSession>
  /** Places in rooms that this server holds itself. */
  guests: Set<GuestSeat>
  walls: Set<WallSession>
  logs: LogStream
  tell<Name extends keyof HubEvents>(event: Name, facts: HubEvents[Name]): void
}
