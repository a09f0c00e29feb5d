import { z } from 'zod'
import { time } from './endpoint.ts'

/** Seconds between two samples of a server. */
export const sampleSeconds = 10
/** From this percentage on a value is shown in red (reference B.12). */
export const redPercent = 80

/** A server's own measurements; sizes in bytes, shares in percent, times in milliseconds. */
export const sampleKeys = [
  'cpuUsed',
  'memUsage',
  'processCpu',
  'runtimeRss',
  'runtimeUsed',
  'loopDelay',
  'sockets',
  'phones',
  'requestRate',
  'requestTime',
  'diskUsage',
] as const
export type SampleKey = (typeof sampleKeys)[number]
const values = z.partialRecord(z.enum(sampleKeys), z.number())
export type SampleValues = z.output<typeof values>

/** The field names of the original monitor (reference A.9), with this runtime's names instead of Go's. */
export const ServerInfo = z.object({
  sysComputerName: z.string(),
  sysComputerIp: z.string(),
  sysOsName: z.string(),
  sysOsArch: z.string(),
  cpuNum: z.number(),
  cpuUser: z.number(),
  cpuSys: z.number(),
  cpuIdle: z.number(),
  cpuAvg1: z.number(),
  cpuAvg5: z.number(),
  cpuAvg15: z.number(),
  memTotal: z.number(),
  memUsed: z.number(),
  memFree: z.number(),
  memUsage: z.number(),
  /** Of this program; missing in reports of former versions. */
  productVersion: z.string().optional(),
  runtimeName: z.string(),
  runtimeVersion: z.string(),
  runtimeTotal: z.number(),
  runtimeUsed: z.number(),
  runtimeRss: z.number(),
  runtimeHome: z.string(),
  runtimeUserDir: z.string(),
  processId: z.number(),
  diskList: z.array(
    z.object({
      path: z.string(),
      total: z.number(),
      free: z.number(),
      used: z.number(),
      usedPercent: z.number(),
    }),
  ),
})
export type ServerInfo = z.output<typeof ServerInfo>

export const ServerState = z.object({
  serverName: z.string(),
  /** The answering server. */
  isOwn: z.boolean(),
  /** It sent a recent heartbeat. */
  isAlive: z.boolean(),
  startedAt: time,
  heardAt: time,
  facts: ServerInfo,
  /** Oldest first, of the last hour. */
  samples: z.array(z.object({ at: time, values })),
})
export type ServerState = z.output<typeof ServerState>

export const serviceMonitor = {
  info: {
    method: 'GET',
    path: '/system/monitor/server/info',
    permission: 'system/monitor/server/list',
    data: z.object({ servers: z.array(ServerState) }),
  },
} as const
