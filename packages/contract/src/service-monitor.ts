import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

/** Seconds between two samples of a server. */
export const sampleSeconds = 10
/** A server without a sample for so long does not run any more. */
export const silentServerSeconds = 45
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
  /** Where it is, and at which address agents reach the servers there. */
  region: z.string().nullish(),
  regionUrl: z.string().nullish(),
  /** The date of the newest migration that it knows; missing in reports of former versions. */
  newestMigration: z.number().optional(),
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

/** One round of spreading phones evenly, on one server. */
export const Spread = z.object({
  startedAt: time,
  /** How many phones it had above the mean. */
  surplus: z.number(),
  /** Of those that were asked to connect again: on another server now, or back on this one. */
  moved: z.number(),
  returned: z.number(),
  /** Those of the surplus that were left alone, as all other phones were in use. */
  inUse: z.number(),
  isOver: z.boolean(),
})
export type Spread = z.output<typeof Spread>

/** What a server does for the load balancer, as of the last second. */
export const ServerDuty = z.object({
  /** It was taken out of service: phones and pages move to the other servers. */
  isDraining: z.boolean(),
  phones: z.number(),
  /** Those of them whose screen somebody sees, controls or records: they stay until that ends. */
  phonesInUse: z.number(),
  pages: z.number(),
  /** The last round; null before the first. */
  spread: Spread.nullable(),
})
export type ServerDuty = z.output<typeof ServerDuty>

export const ServerState = z.object({
  serverName: z.string(),
  /** The answering server. */
  isOwn: z.boolean(),
  /** It sent a recent heartbeat. */
  isAlive: z.boolean(),
  /** Its version is not the newest of the servers that are alive. */
  isOlder: z.boolean(),
  startedAt: time,
  heardAt: time,
  /** Null while the answering server does not hear it. */
  duty: ServerDuty.nullable(),
  facts: ServerInfo,
  /** Oldest first, of the last hour. */
  samples: z.array(z.object({ at: time, values })),
})
export type ServerState = z.output<typeof ServerState>

const base = '/system/monitor/server'
const permission = base.slice(1)
const order = <const Name extends string>(name: Name, button: 'drain') =>
  ({
    method: 'POST',
    path: `${base}/${name}`,
    permission: `${permission}/${button}`,
    body: z.strictObject({ serverName: z.string().min(1).max(300) }),
    data: done,
    log: OperationType.other,
  }) as const

export const serviceMonitor = {
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}/list`,
    data: z.object({
      servers: z.array(ServerState),
      /** The versions of the servers that are alive, the newest first. */
      versions: z.array(z.string()),
      /** Migrations of the answering server that wait until these older servers have stopped. */
      waiting: z.object({
        migrations: z.number(),
        servers: z.array(z.object({ name: z.string(), version: z.string() })),
      }),
    }),
  },
  /** Takes a server out of service: `/readyz` answers 503, and its phones and pages move to the others. */
  drain: order('drain', 'drain'),
  /** Takes a server back into service. */
  resume: order('resume', 'drain'),
  /** Servers with more phones than the mean ask those that are not in use to connect again, once. */
  spread: {
    method: 'POST',
    path: `${base}/spread`,
    permission: `${permission}/spread`,
    data: done,
    log: OperationType.other,
  },
} as const
