import { readFile, statfs } from 'node:fs/promises'
import os from 'node:os'
import type { ServerInfo } from '@fleetdeck/contract/service-monitor'
import { productVersion } from '../core/product.ts'
import { migrationDates } from '../db/known-migrations.ts'

const newestMigration = Math.max(...migrationDates())

/** Time that all processors together have spent, in milliseconds. */
export interface CpuTimes {
  user: number
  sys: number
  idle: number
}

export function cpuTimes(): CpuTimes {
  const times = { user: 0, sys: 0, idle: 0 }
  for (const cpu of os.cpus()) {
    times.user += cpu.times.user + cpu.times.nice
    times.sys += cpu.times.sys + cpu.times.irq
    times.idle += cpu.times.idle
  }
  return times
}

/** Percentages between two samples. */
export function cpuShares(before: CpuTimes, now: CpuTimes): CpuTimes {
  const spent = { user: now.user - before.user, sys: now.sys - before.sys, idle: now.idle - before.idle }
  const all = Math.max(1, spent.user + spent.sys + spent.idle)
  return {
    user: percent(spent.user, all),
    sys: percent(spent.sys, all),
    idle: percent(spent.idle, all),
  }
}

export const percent = (part: number, whole: number) =>
  whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0

/** On Linux, free memory excludes what the system could reclaim immediately. */
async function availableMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const [, kilobytes] = /^MemAvailable:\s+(\d+)/m.exec(text) ?? []
  return kilobytes ? Number(kilobytes) * 1024 : os.freemem()
}

/** Size and free space of the disks of these folders; of those that cannot be read, nothing. */
export async function disks(paths: string[]): Promise<ServerInfo['diskList']> {
  const found = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const disk = await statfs(path).catch(() => undefined)
      if (!disk || disk.blocks === 0) return []
      const total = disk.blocks * disk.bsize
      const free = disk.bavail * disk.bsize
      return [{ path, total, free, used: total - free, usedPercent: percent(total - free, total) }]
    }),
  )
  return found.flat()
}

/** The present state of the machine and this process. */
export async function hostInfo(shares: CpuTimes, folders: string[]): Promise<ServerInfo> {
  const memTotal = os.totalmem()
  const memFree = await availableMemory()
  const [cpuAvg1 = 0, cpuAvg5 = 0, cpuAvg15 = 0] = os.loadavg()
  const memory = process.memoryUsage()
  return {
    sysComputerName: os.hostname(),
    sysComputerIp: ownAddress(),
    sysOsName: `${os.type()} ${os.release()}`,
    sysOsArch: os.arch(),
    cpuNum: os.cpus().length,
    cpuUser: shares.user,
    cpuSys: shares.sys,
    cpuIdle: shares.idle,
    cpuAvg1,
    cpuAvg5,
    cpuAvg15,
    memTotal,
    memUsed: memTotal - memFree,
    memFree,
    memUsage: percent(memTotal - memFree, memTotal),
    productVersion,
    newestMigration,
    runtimeName: 'Node.js',
    runtimeVersion: process.version,
    runtimeTotal: memory.heapTotal,
    runtimeUsed: memory.heapUsed,
    runtimeRss: memory.rss,
    runtimeHome: process.execPath,
    runtimeUserDir: process.cwd(),
    processId: process.pid,
    diskList: await disks([...folders, '/']),
  }
}

function ownAddress(): string {
  const all = Object.values(os.networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? ''
}
