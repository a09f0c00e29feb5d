import type { PhonesInTransit } from './balance/phones-in-transit.ts'
import type { HubEvents } from './hub-events.ts'
import type { HubOptions, HubTiming } from './hub-options.ts'
import type { LogStream } from './logs/log-stream.ts'
import type { GroupLogs } from './wall/group-log.ts'
import type { LastFrames } from './wall/last-frames.ts'

export interface HubCounts {
  framesIn: number
  framesOut: number
  framesSkipped: number
  malformedFrames: number
  droppedFrames: number
}

/** The data that the sockets of one hub share. */
export interface HubContext {
  /** Identifies this server on the bus. */
  serverId: string
  options: HubOptions
  timing: HubTiming
  counts: HubCounts
  logs: LogStream
  transit: PhonesInTransit
  lastFrames: LastFrames
  groupLogs: GroupLogs
  emit<Name extends keyof HubEvents>(event: Name, info: HubEvents[Name]): void
}
