import { z } from 'zod'
import { pageCall } from './calls.ts'
import { pageQuery, periodShape, time } from './endpoint.ts'
import { LogLevel } from './log-level.ts'

/** A stored line about the work of a device: of a run of a task, or of a command. */
export const DeviceLogLine = z.object({
  /** Unique among the lines of the same source. */
  id: z.number(),
  source: z.enum(['task', 'command']),
  /** Of the task, or the kind of the command. */
  name: z.string(),
  deviceNo: z.string(),
  at: time,
  level: LogLevel,
  msg: z.string(),
})
export type DeviceLogLine = z.output<typeof DeviceLogLine>

export const DeviceLogQuery = pageQuery({
  deviceNo: z.string().max(64).optional(),
  level: LogLevel.optional(),
  source: DeviceLogLine.shape.source.optional(),
  ...periodShape,
})

/** Newest first. Whoever sees a device sees its log; its other lines are only shown live, on the log socket. */
export const deviceLogs = {
  list: pageCall('/device/log/list', {
    row: DeviceLogLine,
    query: DeviceLogQuery,
    permission: 'device/deviceList/list',
  }),
} as const
