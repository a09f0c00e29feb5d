import { z } from 'zod'
import { Refused } from './device-socket.ts'
import { LogLevel } from './log-level.ts'
import { Ping, Pong } from './screen-action.ts'

/** /websocket/devicelog?deviceNo=…: live log lines of one phone; token and Origin as on the device socket. */
export const logSocketPath = '/websocket/devicelog'

/** How many lines of each phone the server stores for viewers who open the log later. */
export const maxLogLines = 1000

export const LogLine = z.object({
  level: LogLevel,
  msg: z.string(),
  /** ms since 1970, when it was written; of phones that do not say so, when the server received it. */
  time: z.number(),
  /** The run that wrote it, if one did. */
  runId: z.string().optional(),
})
export type LogLine = z.output<typeof LogLine>

export const LogRequest = z.discriminatedUnion('action', [Ping, Pong])
export type LogRequest = z.output<typeof LogRequest>
export const LogEvent = z.discriminatedUnion('action', [
  z.object({ action: z.literal('lines'), lines: z.array(LogLine) }),
  Refused,
  Ping,
  Pong,
])
export type LogEvent = z.output<typeof LogEvent>
