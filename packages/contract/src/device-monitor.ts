import { z } from 'zod'
import { pageCall } from './calls.ts'
import { batteryBelowPercents, Device, DeviceFilter } from './devices.ts'
import { idParam, pageQuery, time } from './endpoint.ts'

/** Kinds of device events. */
export const DeviceEventKind = z.enum([
  'online',
  'offline',
  'command',
  'task',
  'alarm',
  'settings',
  'changed',
  'guest',
])
export type DeviceEventKind = z.output<typeof DeviceEventKind>

export const DeviceEvent = z.object({
  id: z.number(),
  at: time,
  kind: DeviceEventKind,
  /** The user who did it; null for automatic events, or when the user was deleted. */
  userName: z.string().nullable(),
  /** Details by name, such as `command` and `state`. */
  details: z.record(z.string(), z.string()),
})
export type DeviceEvent = z.output<typeof DeviceEvent>

/** Options of the monitor (spec §2): seconds between two changes of the view, minutes offline. */
export const refreshSeconds = [1, 2, 3, 4, 5, 10] as const
export const offlineMinutes = [2, 5, 10, 15, 20, 30, 40, 50, 90] as const

const flag = z.enum(['0', '1'])
export const MonitorFilter = {
  groupId: idParam.brand<'GroupId'>().optional(),
  tenantId: idParam.brand<'UserId'>().optional(),
  /** The latest battery level is below this percent. */
  battery: z.literal(batteryBelowPercents).optional(),
  /** Offline for at least this many minutes, or never seen. */
  offline: z.literal(offlineMinutes).optional(),
  /** '1' normal, '0' not started. */
  serviceOk: flag.optional(),
  /** '1' a task runs, '0' none does. */
  hasTask: flag.optional(),
  online: flag.optional(),
  toMend: DeviceFilter.toMend,
  computerId: DeviceFilter.computerId,
  search: z.string().max(64).optional(),
}
export const MonitorQuery = pageQuery(MonitorFilter, ['id', 'deviceNo'])
export type MonitorQuery = z.output<typeof MonitorQuery>

/** A device as cards and rows show it. */
export const MonitorDevice = Device.pick({
  id: true,
  deviceNo: true,
  deviceId: true,
  brand: true,
  mode: true,
  status: true,
  groupName: true,
  userName: true,
  runtime: true,
  place: true,
})
export type MonitorDevice = z.output<typeof MonitorDevice>

/** Options of the time range of charts, in hours. */
export const historyHours = [1, 24, 168] as const
/** Values of a phone at the end of a period; a period without reports has no point. */
export const HistoryPoint = z.object({
  at: time,
  online: z.boolean(),
  /** Percent. */
  battery: z.number().nullable(),
  /** °C. */
  batteryTemp: z.number().nullable(),
  /** Bytes. */
  availMemory: z.number().nullable(),
  /** Bytes. */
  sdCardLeftSpace: z.number().nullable(),
})
export type HistoryPoint = z.output<typeof HistoryPoint>

const permission = 'device/monitor/list'
export const deviceMonitor = {
  list: pageCall('/device/monitor/list', { row: MonitorDevice, query: MonitorQuery }),
  history: {
    method: 'GET',
    path: '/device/monitor/history',
    permission,
    query: z.strictObject({
      id: idParam.brand<'DeviceId'>(),
      hours: z.literal(historyHours),
    }),
    /** Minutes between two points, and the points from old to new. */
    data: z.object({ minutes: z.number(), points: z.array(HistoryPoint) }),
  },
  events: pageCall('/device/monitor/events', {
    row: DeviceEvent,
    query: pageQuery({ id: idParam.brand<'DeviceId'>(), kind: DeviceEventKind.optional() }),
    permission,
  }),
} as const
