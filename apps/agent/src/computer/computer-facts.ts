import { readFile, statfs } from 'node:fs/promises'
import os from 'node:os'
import { performance } from 'node:perf_hooks'
import type { ComputerReportInput } from '@fleetdeck/contract/computer-socket'
import { parseMemory } from '../drivers/adb/parse/memory.ts'

type Facts = Pick<
  ComputerReportInput,
  'host' | 'system' | 'arch' | 'cpu' | 'memory' | 'disk' | 'uptime' | 'agentUptime'
>

/** This computer's hardware and system, and what is in use of it. */
export class ComputerFacts {
  readonly #folder: string
  #times = cpuTimes()

  /** @param folder of the agent, on the disk that is reported */
  constructor(folder: string) {
    this.#folder = folder
  }

  async read(): Promise<Facts> {
    const [cpu] = os.cpus()
    return {
      host: os.hostname(),
      system: await readSystem(),
      arch: process.arch,
      cpu: { model: cpu?.model.trim() ?? '', cores: Math.max(1, os.cpus().length), load: this.#load() },
      memory: await readMemory(),
      disk: await this.#disk(),
      uptime: os.uptime(),
      agentUptime: performance.now() / 1000,
    }
  }

  /** Since it was last asked for. */
  #load(): number {
    const before = this.#times
    this.#times = cpuTimes()
    const all = this.#times.all - before.all
    return all > 0 ? Math.min(1, Math.max(0, 1 - (this.#times.idle - before.idle) / all)) : 0
  }

  async #disk(): Promise<Facts['disk']> {
    const found = await statfs(this.#folder).catch(() => undefined)
    if (!found) return null
    const total = found.blocks * found.bsize
    return { total, used: total - found.bavail * found.bsize }
  }
}

function cpuTimes(): { all: number; idle: number } {
  const times = os.cpus().map((cpu) => cpu.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  const all = times.reduce(
    (sum, { user, nice, sys, irq, idle: rest }) => sum + user + nice + sys + irq + rest,
    0,
  )
  return { all, idle }
}

/** Linux counts memory that it would give back as available, but not as free. */
async function readMemory(): Promise<Facts['memory']> {
  const { availMemory } = parseMemory(await readFile('/proc/meminfo', 'utf8').catch(() => ''))
  const total = os.totalmem()
  return { total, used: total - (availMemory ?? os.freemem()) }
}

async function readSystem(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const [, name] = /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(text) ?? []
  return name ?? `${os.type()} ${os.release()}`
}
