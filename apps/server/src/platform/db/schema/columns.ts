import { timestamp } from 'drizzle-orm/pg-core'
import { siteNow } from '../../core/site-clock.ts'

/** A point in time, stored in UTC. */
export const moment = (name = '') => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const createdAt = (name = '') => moment(name).notNull().defaultNow()
export const gmtModified = () =>
  moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => siteNow())
