import { OperationType, Status } from '@fleetdeck/contract/enums'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { wallSocketPath } from '@fleetdeck/contract/wall-socket'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../platform/core/caller.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { OperationEntry } from '../../platform/http/operation-log.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { insertOperationLogs } from './operation-logs.queries.ts'

const flushMs = 1000

/** Writes the operation log after the answers, many entries per statement. */
export class OperationRecorder {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #waiting: OperationEntry[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), flushMs)
    this.#timer.unref()
  }

  record = (entry: OperationEntry): void => {
    this.#waiting.push(entry)
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
      operParam: JSON.stringify(info),
      jsonResult: '',
      status: Status.on,
      errorMsg: '',
      costTime: 0,
      operTime: siteNow(),
    })
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const entries = this.#waiting
      if (entries.length === 0) return
      this.#waiting = []
      await insertOperationLogs(this.#db, entries).catch((error) =>
        this.#log.error({ err: error }, 'operation log could not be written'),
      )
    })
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
