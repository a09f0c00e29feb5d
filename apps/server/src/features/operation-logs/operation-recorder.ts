import { OperationType, Status } from '@fleetdeck/contract/enums'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { wallSocketPath } from '@fleetdeck/contract/wall-socket'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../platform/core/caller.ts'
import { PeriodicWork } from '../../platform/core/periodic-work.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { writeRows } from '../../platform/db/write-rows.ts'
import { describeFiles } from '../../platform/http/describe-files.ts'
import type { OperationEntry } from '../../platform/http/operation-log.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { insertOperationLogs } from './operation-logs.queries.ts'

const flushMs = 1000
/** Entries of up to 4 KB that wait while the database is away; the oldest are dropped first. */
const mostWaiting = 10_000

/** Writes the operation log after the answers, many entries per statement. */
export class OperationRecorder {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  readonly #work: PeriodicWork
  #waiting: OperationEntry[] = []
  #dropped = 0

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
    const settings = { log, failure: 'could not write the operation log', everyMs: flushMs }
    this.#work = new PeriodicWork(settings, () => this.#write())
  }

  record = (entry: OperationEntry): void => {
    this.#waiting.push(entry)
    this.#dropOldest()
  }

  /** Records what operators do over sockets: commands to one phone, and group inputs once with all their phones. */
  follow(hub: Pick<Hub, 'on'>): void {
    hub.on('command', ({ caller, deviceId, command }) =>
      this.#recordSocket(deviceSocketPath, caller, { deviceId, command }),
    )
    hub.on('groupInput', ({ caller, deviceNos, input }) =>
      this.#recordSocket(wallSocketPath, caller, { ...input, deviceNos }),
    )
  }

  #recordSocket(operUrl: string, caller: Caller, info: object): void {
    this.record({
      operUrl,
      businessType: OperationType.other,
      requestMethod: 'WS',
      userId: caller.userId,
      operName: caller.userName,
      tokenName: '',
      operIp: '',
      operParam: JSON.stringify(info, (_name, value) =>
        typeof value === 'string' ? describeFiles(value) : value,
      ),
      jsonResult: '',
      status: Status.on,
      errorMsg: '',
      costTime: 0,
      operTime: siteNow(),
    })
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.#work.run()
  }

  close(): Promise<void> {
    return this.#work.close()
  }

  async #write(): Promise<void> {
    const entries = this.#waiting
    this.#waiting = []
    const writer = {
      write: (some: OperationEntry[]) => insertOperationLogs(this.#db, some),
      refused: ({ operUrl }: OperationEntry, error: unknown) =>
        this.#log.error({ err: error, operUrl }, 'could not write an operation'),
    }
    await writeRows(entries, writer, (left) => {
      this.#waiting = [...left, ...this.#waiting]
      this.#dropOldest()
    })
    if (this.#dropped) this.#log.error({ count: this.#dropped }, 'dropped operations during an outage')
    this.#dropped = 0
  }

  #dropOldest() {
    const excess = this.#waiting.length - mostWaiting
    if (excess <= 0) return
    this.#waiting.splice(0, excess)
    this.#dropped += excess
  }
}
