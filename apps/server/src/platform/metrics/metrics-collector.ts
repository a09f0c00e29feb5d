import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type SampleValues, sampleSeconds } from '@fleetdeck/contract/service-monitor'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import { cpuShares, cpuTimes, hostInfo, percent } from './host-info.ts'
import { noteStop, writeSample } from './samples.queries.ts'

interface Deps {
  db: Db
  log: FastifyBaseLogger
  serverName: string
  region: { name: string; url: string | undefined } | undefined
  /** With data of this server. */
  folders: string[]
  /** Sockets of this server. */
  hub: {
    stats(): { phones: number; viewers: number; consoles: number; logViewers: number; framesOut: number }
  }
}

/** Upper bounds of the histogram of response times, in seconds. */
const timeClasses = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Maximum response times per sample; more do not change the result. */
const maxTimes = 5000
const nanosecondsPerMs = 1e6

/** Measures this process and its machine: a sample every few seconds for the monitor, and the metrics of /metrics. */
export class MetricsCollector {
  readonly registry = new Registry()
  /** Event loop delay of the last sample, as in SampleValues. */
  loopDelay = 0
  readonly #deps: Deps
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1000)
  readonly #loop = monitorEventLoopDelay({ resolution: 10 })
  readonly #timer: NodeJS.Timeout
  readonly #failures = new Counter({
    name: 'fleetdeck_unhandled_failures_total',
    help: 'Errors that no part of the program has handled.',
    registers: [this.registry],
  })
  #times: number[] = []
  #requests = 0
  #since = performance.now()
  #cpu = cpuTimes()
  #ownCpu = process.cpuUsage()
  #writing: Promise<void> = Promise.resolve()

  constructor(app: FastifyInstance, deps: Deps) {
    this.#deps = deps
    this.#loop.enable()
    collectDefaultMetrics({ register: this.registry, prefix: 'fleetdeck_' })
    this.#offerCounts()
    const answered = this.#answerTimes()
    app.addHook('onResponse', async (request, reply) => {
      const seconds = reply.elapsedTime / 1000
      answered.observe({ method: request.method, status: reply.statusCode }, seconds)
      this.#requests += 1
      if (this.#times.length < maxTimes) this.#times.push(reply.elapsedTime)
    })
    this.#timer = setInterval(() => {
      this.#writing = this.sample().catch((error: unknown) =>
        deps.log.error({ err: error }, 'could not record server metrics'),
      )
    }, sampleSeconds * 1000)
    this.#timer.unref()
  }

  /** An error that no part of the program has handled. */
  countFailure(): void {
    this.#failures.inc()
  }

  /** Writes the measurements since the last sample. */
  async sample(): Promise<void> {
    const { db, serverName, region, folders } = this.#deps
    const now = performance.now()
    const elapsedMs = Math.max(1, now - this.#since)
    this.#since = now
    const times = cpuTimes()
    const place = { region: region?.name ?? null, regionUrl: region?.url ?? null }
    const info = { ...(await hostInfo(cpuShares(this.#cpu, times), folders)), ...place }
    this.#cpu = times
    const loop = this.#loopDelay()
    this.loopDelay = loop.loopDelay
    const values: SampleValues = {
      cpuUsed: Math.round((100 - info.cpuIdle) * 10) / 10,
      memUsage: info.memUsage,
      runtimeRss: info.runtimeRss,
      runtimeUsed: info.runtimeUsed,
      diskUsage: info.diskList[0]?.usedPercent ?? 0,
      ...this.#cpuPercent(elapsedMs),
      ...loop,
      ...this.#answers(elapsedMs),
      ...this.#sockets(),
    }
    await writeSample(db, { serverName, startedAt: this.#startedAt, info, values })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#loop.disable()
    this.registry.clear()
    await this.#writing
    const { db, log, serverName } = this.#deps
    await noteStop(db, serverName).catch((error: unknown) =>
      log.warn({ err: error }, 'could not record the stop of this server'),
    )
  }

  /** Percent of one processor; a process that uses two fully has 200%. */
  #cpuPercent(elapsedMs: number) {
    const { user, system } = process.cpuUsage(this.#ownCpu)
    this.#ownCpu = process.cpuUsage()
    return { processCpu: percent((user + system) / 1000, elapsedMs) }
  }

  /** The 99th percentile of the delays, minus the resolution of the measurement. */
  #loopDelay() {
    const delay = this.#loop.percentile(99) / nanosecondsPerMs
    this.#loop.reset()
    return { loopDelay: Number.isFinite(delay) ? Math.round(Math.max(0, delay - 10) * 10) / 10 : 0 }
  }

  /** Responses per second, and the 95th percentile of their times. */
  #answers(elapsedMs: number) {
    const requestRate = Math.round((this.#requests * 10_000) / elapsedMs) / 10
    const sorted = this.#times.sort((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
    this.#times = []
    this.#requests = 0
    return { requestRate, requestTime: Math.round(p95 * 10) / 10 }
  }

  #sockets() {
    const { phones, viewers, consoles, logViewers } = this.#deps.hub.stats()
    return { phones, sockets: phones + viewers + consoles + logViewers }
  }

  #answerTimes() {
    return new Histogram({
      name: 'fleetdeck_http_answer_seconds',
      help: 'Time until a call was answered',
      labelNames: ['method', 'status'],
      buckets: timeClasses,
      registers: [this.registry],
    })
  }

  #offerCounts(): void {
    const { hub } = this.#deps
    const count = (name: string, help: string, value: () => number) =>
      new Gauge({
        name: `fleetdeck_${name}`,
        help,
        registers: [this.registry],
        collect() {
          this.set(value())
        },
      })
    count('phones', 'Phones connected to this server', () => hub.stats().phones)
    count('viewers', 'Pages that look at a screen', () => hub.stats().viewers)
    count('consoles', 'Consoles connected to this server', () => hub.stats().consoles)
    count('frames_out_total', 'Pictures that were sent to viewers', () => hub.stats().framesOut)
  }
}
