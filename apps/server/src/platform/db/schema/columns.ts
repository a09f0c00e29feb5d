import { timestamp } from 'drizzle-orm/pg-core'

/** A point in time, stored in UTC. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })
export const createdAt = () => moment().notNull().defaultNow()
export const gmtModified = () =>
  moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())
