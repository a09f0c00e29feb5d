import type { FastifyBaseLogger } from 'fastify'
import { PeriodicWork } from '../core/periodic-work.ts'
import type { Db } from './db.ts'
import { createPartitions } from './partitions.queries.ts'

const everyMs = 60_000

/** Creates partitions before their time. Without them rows are stored in the default partitions. */
export class PartitionWork {
  readonly #work: PeriodicWork
  #isClosing = false

  constructor({ db, log }: { db: Db; log: FastifyBaseLogger }) {
    this.#work = new PeriodicWork({ log, failure: 'could not create partitions', everyMs }, async () => {
      if (!this.#isClosing) await createPartitions(db)
    })
  }

  close(): Promise<void> {
    this.#isClosing = true
    return this.#work.close()
  }
}
