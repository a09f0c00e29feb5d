import { OperationType, Status } from '@fleetdeck/contract/enums'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/db.ts'
import type { OperationEntry } from '../../http/operation-log.ts'
import type { HubEvents } from '../../realtime/hub-types.ts'
import { insertOperationLogs } from './operation-logs.queries.ts'

const flushMs = 1000

/** Writes the operation log behind the answers, many entries in one statement. */
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

  /** A command that an operator gave over the device socket. */
  recordCommand = ({ caller, deviceId, command }: HubEvents['command']): void =>
    this.record({
      operUrl: '/rapi/ws/device',
      businessType: OperationType.other,
      requestMethod: 'WS',
      userId: caller.userId,
      operName: caller.userName,
      tokenName: '',
      operIp: '',
      operParam: JSON.stringify({ deviceId, command }),
      jsonResult: '',
      status: Status.on,
      errorMsg: '',
      costTime: 0,
      operTime: new Date(),
    })

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
