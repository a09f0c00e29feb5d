import type { DeviceId, ScreenLinkId, ScreenVisitId, UserId } from '@fleetdeck/contract/ids'
import type { LinkState, VisitEnding } from '@fleetdeck/contract/screen-links'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { devices } from './devices.ts'
import { users } from './users.ts'

/** Links with which guests see the screen of one phone. */
export const screenLinks = pgTable(
  'screen_links',
  {
    id: integer().$type<ScreenLinkId>().primaryKey().generatedAlwaysAsIdentity(),
    /** In the address of the page; no secret. */
    publicId: text().notNull(),
    /** SHA-256 of the token in hex. */
    tokenHash: text().notNull(),
    deviceId: integer()
      .$type<DeviceId>()
      .references(() => devices.id, { onDelete: 'set null' }),
    deviceNo: text().notNull(),
    /** The phone's owner when it was created. */
    tenantId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    creatorId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    mayControl: boolean().notNull(),
    note: text().notNull(),
    origins: text().array().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    /** Why it ended before its expiry. */
    ending: text().$type<Exclude<LinkState, 'open' | 'expired'>>(),
    endedAt: moment(),
    endedById: integer()
      .$type<UserId>()
      .references(() => users.id),
  },
  (t) => [
    uniqueIndex('screen_links_public').on(t.publicId),
    index('screen_links_tenant').on(t.tenantId, t.id),
    index('screen_links_creator').on(t.creatorId),
    index('screen_links_device').on(t.deviceId),
    index('screen_links_expiry').on(t.expiresAt),
    index('screen_links_ended_by').on(t.endedById),
  ],
)

/** What guests did. */
export const screenVisits = pgTable(
  'screen_visits',
  {
    id: integer().$type<ScreenVisitId>().primaryKey().generatedAlwaysAsIdentity(),
    linkId: integer()
      .$type<ScreenLinkId>()
      .notNull()
      .references(() => screenLinks.id, { onDelete: 'cascade' }),
    /** SHA-256 of the visit's own token in hex. */
    tokenHash: text().notNull(),
    guestName: text().notNull(),
    ip: text().notNull(),
    userAgent: text().notNull(),
    beganAt: createdAt(),
    /** Confirmed while its page is connected. */
    seenAt: createdAt(),
    endedAt: moment(),
    ending: text().$type<VisitEnding>(),
    touches: integer().notNull().default(0),
    keys: integer().notNull().default(0),
    texts: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('screen_visits_token').on(t.tokenHash),
    index('screen_visits_link').on(t.linkId, t.id),
    index('screen_visits_open').on(t.linkId).where(sql`${t.endedAt} is null`),
  ],
)
