import type { IncidentId, UserId } from '@fleetdeck/contract/ids'
import type { incidents as calls } from '@fleetdeck/contract/incidents'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { incidents } from '../../platform/db/schema/incidents.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Remembered } from './incident-memory.ts'
import { type Finding, severityOf } from './judge-server.ts'

type ListQuery = z.output<(typeof calls)['list']['query']>

/** Any constant: the advisory lock by which one of several servers judges what they share. */
const judgeLock = 0x696e_6369

export async function acquireLock(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${judgeLock}) as taken`,
  )
  return rows[0]?.taken ?? false
}

interface Aged extends Finding {
  /** How long ago it was found; seconds. */
  seenSeconds?: number
}

/** Opens an incident, or confirms the open one. Returns whether it was opened. */
async function confirmOne(tx: Db, finding: Aged): Promise<boolean> {
  const { kind, subject, values, sinceSeconds = 0, seenSeconds = 0 } = finding
  const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
  const [row] = await tx
    .insert(incidents)
    .values({
      kind,
      subject,
      values,
      severity: severityOf(finding),
      openedAt: ago(sinceSeconds) as never,
      lastSeenAt: ago(seenSeconds) as never,
    })
    .onConflictDoUpdate({
      target: [incidents.kind, incidents.subject],
      targetWhere: isNull(incidents.endedAt),
      set: { values, lastSeenAt: ago(seenSeconds) },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return row?.isNew ?? false
}

/** Opens or confirms these; returns whether one was opened. */
export async function confirm(tx: Db, findings: readonly Aged[]): Promise<boolean> {
  let hasOpened = false
  for (const finding of findings) hasOpened = (await confirmOne(tx, finding)) || hasOpened
  return hasOpened
}

/**
 * Writes what a server remembers: incidents that ended unwritten, then those that last.
 * @param now by performance.now()
 */
export async function saveOwn(
  tx: Db,
  { open, ended }: { open: readonly Remembered[]; ended: readonly Remembered[] },
  now: number,
): Promise<boolean> {
  const aged = ({ since, seen, ...finding }: Remembered) => ({
    ...finding,
    sinceSeconds: (now - since) / 1000,
    seenSeconds: (now - seen) / 1000,
  })
  for (const each of ended) {
    await confirmOne(tx, aged(each))
    const isIt = and(eq(incidents.kind, each.kind), eq(incidents.subject, each.subject))
    await tx
      .update(incidents)
      .set({ endedAt: sql`${incidents.lastSeenAt}` })
      .where(and(isIt, isNull(incidents.endedAt)))
  }
  return (await confirm(tx, open.map(aged))) || ended.length > 0
}

/** Ends incidents that nobody has confirmed for so long, at the time of the last confirmation. */
export async function endUnconfirmed(tx: Db, seconds: number): Promise<boolean> {
  const ended = await tx
    .update(incidents)
    .set({ endedAt: sql`${incidents.lastSeenAt}` })
    .where(
      and(
        isNull(incidents.endedAt),
        sql`${incidents.lastSeenAt} < now() - make_interval(secs => ${seconds})`,
      ),
    )
    .returning({ id: incidents.id })
  return ended.length > 0
}

/** Incidents whose start or end the bots were not sent yet; they count as sent from now on. */
export async function takeUnsent(tx: Db) {
  const { kind, subject, values, openedAt, endedAt, openingSent, endSent } = incidents
  const taken = { kind, subject, values, openedAt, endedAt }
  const ended = await tx
    .update(incidents)
    .set({ openingSent: true, endSent: true })
    .where(and(isNotNull(endedAt), eq(endSent, false)))
    .returning(taken)
  const opened = await tx
    .update(incidents)
    .set({ openingSent: true })
    .where(and(isNull(endedAt), eq(openingSent, false)))
    .returning(taken)
  return { opened, ended }
}

const row = {
  id: incidents.id,
  kind: incidents.kind,
  subject: incidents.subject,
  severity: incidents.severity,
  values: incidents.values,
  openedAt: incidents.openedAt,
  lastSeenAt: incidents.lastSeenAt,
  endedAt: incidents.endedAt,
  acknowledgedAt: incidents.acknowledgedAt,
  acknowledgedBy: users.userName,
}

const selectRows = (db: Db) =>
  db.select(row).from(incidents).leftJoin(users, eq(users.id, incidents.acknowledgedById)).$dynamic()

export async function listIncidents(db: Db, query: ListQuery, timeZone: string) {
  const where = and(
    filterBy.EQ(incidents.kind, query.kind),
    filterBy.EQ(incidents.severity, query.severity),
    query.state && (query.state === 'open' ? isNull(incidents.endedAt) : isNotNull(incidents.endedAt)),
    within(incidents.openedAt, query, timeZone),
  )
  const { limit, offset } = toLimit(query)
  const sortable = { id: incidents.id, openedAt: incidents.openedAt, endedAt: incidents.endedAt }
  const list = await selectRows(db)
    .where(where)
    .orderBy(...buildOrder(query, sortable, incidents.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(incidents, where) }
}

/** Most open incidents that are read: there is one for each kind and server. */
const maxOpen = 1000

/** Critical ones first, then the newest. */
export const listOpen = (db: Db) =>
  selectRows(db)
    .where(isNull(incidents.endedAt))
    .orderBy(asc(incidents.severity), desc(incidents.openedAt))
    .limit(maxOpen)

/** Returns how many were changed: an acknowledgement is not replaced by another one. */
export async function acknowledge(
  db: Db,
  ids: IncidentId[],
  { userId, isUndone }: { userId: UserId; isUndone: boolean },
): Promise<number> {
  const { acknowledgedAt } = incidents
  const rows = await db
    .update(incidents)
    .set(
      isUndone
        ? { acknowledgedAt: null, acknowledgedById: null }
        : { acknowledgedAt: sql`now()`, acknowledgedById: userId },
    )
    .where(and(inArray(incidents.id, ids), isUndone ? isNotNull(acknowledgedAt) : isNull(acknowledgedAt)))
    .returning({ id: incidents.id })
  return rows.length
}

/** Removes some of those that ended earlier; returns how many. */
export async function pruneIncidents(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from incidents where id in (
      select id from incidents where ended_at < ${before.toISOString()}::timestamptz limit ${rows})`)
  return rowCount ?? 0
}
