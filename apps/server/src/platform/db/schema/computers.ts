import type { ChargeLimit, ComputerPhone, ComputerReport } from '@fleetdeck/contract/computer-socket'
import type { ComputerId, UserId } from '@fleetdeck/contract/ids'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Computers that run the agent, as they last reported themselves. */
export const computers = pgTable(
  'computers',
  {
    id: integer().$type<ComputerId>().primaryKey().generatedAlwaysAsIdentity(),
    /** The owner of the key that it enrolled with last; null for the site's. */
    ownerId: integer()
      .$type<UserId>()
      .references(() => users.id),
    installation: text().notNull(),
    /** SHA-256 of its token in hex. */
    tokenHash: text().notNull(),
    computerName: text().notNull(),
    /** Where it stands, in the words of its operators. */
    place: text().notNull().default(''),
    host: text().notNull(),
    ip: text().notNull(),
    agentVersion: text().notNull(),
    enrolledAt: createdAt(),
    reportedAt: moment(),
    report: jsonb().$type<ComputerReport>(),
    /** Null: phones charge as they will. */
    chargeLimit: jsonb().$type<ChargeLimit>(),
  },
  (t) => [
    uniqueIndex('computers_token').on(t.tokenHash),
    index('computers_owner').on(t.ownerId, t.installation),
  ],
)

/** The phones of a computer's last report, and for some days those that it had and that none has now. */
export const computerPhones = pgTable(
  'computer_phones',
  {
    computerId: integer()
      .$type<ComputerId>()
      .notNull()
      .references(() => computers.id, { onDelete: 'cascade' }),
    serial: text().notNull(),
    hardwareId: text(),
    state: text().$type<ComputerPhone['state'] | 'unplugged'>().notNull(),
    /** Since when it has been in this state. */
    since: moment().notNull(),
    port: text(),
    transport: text().$type<ComputerPhone['transport']>().notNull(),
    isGivenUp: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.computerId, t.serial] }),
    index('computer_phones_hardware').on(t.hardwareId),
  ],
)
