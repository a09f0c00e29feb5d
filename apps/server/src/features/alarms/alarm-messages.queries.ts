import type { alarmMessages as calls, RobotKind, SendFailure } from '@fleetdeck/contract/alarms'
import type { AlarmMessageId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { buildOrder, toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { alarmMessages, alarmSettings } from '../../platform/db/schema/alarms.ts'
import { users } from '../../platform/db/schema/users.ts'
import { hasRobot } from './alarm-settings.queries.ts'
import type { Robot, RobotMessage } from './robots.ts'
import { openedRobot } from './sealed-robot.ts'

type ListQuery = z.output<(typeof calls)['list']['query']>

/** Robots accept about twenty messages a minute; this is the interval between two messages of a user, in seconds. */
const apartSeconds = 3

export interface DueMessage extends RobotMessage {
  id: AlarmMessageId
  userId: UserId
  tries: number
  ageSeconds: number
}

/**
 * Claims due messages, so that no other server sends them too: only the oldest of each user, so that they arrive in
 * order.
 */
export async function claimMessages(
  db: Db,
  rows: number,
  { leaseSeconds, longestWaitSeconds }: { leaseSeconds: number; longestWaitSeconds: number },
): Promise<DueMessage[]> {
  const due = sql`
    select m.id from ${alarmMessages} m
    where m.state = 'waiting' and ${isOver(sql`m.next_try_at`, longestWaitSeconds)}
      and (m.claimed_until is null or ${isOver(sql`m.claimed_until`, leaseSeconds)})
      and not exists (select 1 from ${alarmMessages} o where o.user_id = m.user_id and o.id < m.id
        and o.state = 'waiting')
      and not exists (select 1 from ${alarmMessages} o where o.user_id = m.user_id and o.state = 'sent'
        and o.sent_at between now() - make_interval(secs => ${apartSeconds}) and now())
    order by m.id limit ${rows} for update skip locked`
  return db
    .update(alarmMessages)
    .set({
      claimedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
      tries: sql`${alarmMessages.tries} + 1`,
    })
    .where(sql`${alarmMessages.id} in (${due})`)
    .returning({
      id: alarmMessages.id,
      userId: alarmMessages.userId,
      kind: alarmMessages.kind,
      text: alarmMessages.text,
      alarmCount: alarmMessages.alarmCount,
      tries: alarmMessages.tries,
      ageSeconds: sql<number>`extract(epoch from now() - ${alarmMessages.createdAt})::float8`,
    })
}

/** A claim that another server makes at the same time may end this much later: `now()` is when a statement began. */
const overlapSeconds = 60

/** A wait of at most so many seconds is over; a much longer one was written by a clock that was ahead. */
const isOver = (until: SQL, longestSeconds: number) =>
  sql`(${until} <= now() or ${until} > now() + make_interval(secs => ${longestSeconds + overlapSeconds}))`

/** The bot that gets a user's messages; undefined when none is set. */
export async function findRobot(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  userId: UserId,
): Promise<(Robot & { prefix: string }) | undefined> {
  const [robot] = await db
    .select({
      robotKind: alarmSettings.robotKind,
      robotAddress: alarmSettings.robotAddress,
      robotKey: alarmSettings.robotKey,
      atAll: alarmSettings.atAll,
      prefix: alarmSettings.prefix,
    })
    .from(alarmSettings)
    .where(and(eq(alarmSettings.userId, userId), hasRobot))
  return robot && openedRobot(seal, robot)
}

/** Whether a user without a bot has one in disabled settings. */
export const hasDisabledRobot = async (db: Db, userId: UserId): Promise<boolean> =>
  (await db.$count(
    alarmSettings,
    and(eq(alarmSettings.userId, userId), ne(alarmSettings.robotAddress, '')),
  )) > 0

export interface Outcome {
  state: 'waiting' | 'sent' | 'failed'
  robotKind: RobotKind | null
  robotAddress: string
  failure: SendFailure | null
  answer: string
}

export const saveOutcome = (db: Db, id: AlarmMessageId, outcome: Outcome & { waitSeconds: number }) => {
  const { waitSeconds, ...rest } = outcome
  return db
    .update(alarmMessages)
    .set({
      ...rest,
      claimedUntil: null,
      nextTryAt: sql`now() + make_interval(secs => ${waitSeconds})`,
      ...(rest.state === 'sent' && { sentAt: sql`now()` }),
    })
    .where(eq(alarmMessages.id, id))
}

export const insertTest = (db: Db, row: Outcome & { userId: UserId; text: string }) =>
  db.insert(alarmMessages).values({
    ...row,
    kind: 'test',
    alarmCount: 0,
    tries: 1,
    sentAt: row.state === 'sent' ? sql`now()` : null,
  })

export async function listMessages(db: Db, scope: Scope, query: ListQuery, timeZone: string) {
  const where = and(
    ownedWithin(scope, alarmMessages.userId),
    query.state ? eq(alarmMessages.state, query.state) : undefined,
    query.kind ? eq(alarmMessages.kind, query.kind) : undefined,
    query.tenantId ? eq(alarmMessages.userId, query.tenantId) : undefined,
    within(alarmMessages.createdAt, query, timeZone),
  )
  const { limit, offset } = toLimit(query)
  const sortable = { id: alarmMessages.id, sentAt: alarmMessages.sentAt }
  const list = await db
    .select({
      id: alarmMessages.id,
      userName: users.userName,
      kind: alarmMessages.kind,
      text: alarmMessages.text,
      alarmCount: alarmMessages.alarmCount,
      state: alarmMessages.state,
      robotKind: alarmMessages.robotKind,
      robotAddress: alarmMessages.robotAddress,
      tries: alarmMessages.tries,
      nextTryAt:
        sql<Date | null>`case when ${alarmMessages.state} = 'waiting' then ${alarmMessages.nextTryAt} end`.mapWith(
          alarmMessages.nextTryAt,
        ),
      failure: alarmMessages.failure,
      answer: alarmMessages.answer,
      createdAt: alarmMessages.createdAt,
      sentAt: alarmMessages.sentAt,
    })
    .from(alarmMessages)
    .innerJoin(users, eq(users.id, alarmMessages.userId))
    .where(where)
    .orderBy(...buildOrder(query, sortable, alarmMessages.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(alarmMessages, where) }
}

/** Requeues these messages immediately; returns their owners. Skips test messages and delivered ones. */
export async function retryMessages(db: Db, scope: Scope, ids: AlarmMessageId[]): Promise<UserId[]> {
  const rows = await db
    .update(alarmMessages)
    .set({ state: 'waiting', nextTryAt: sql`now()` })
    .where(
      and(
        inArray(alarmMessages.id, ids),
        ownedWithin(scope, alarmMessages.userId),
        ne(alarmMessages.state, 'sent'),
        ne(alarmMessages.kind, 'test'),
      ),
    )
    .returning({ userId: alarmMessages.userId })
  return rows.map(({ userId }) => userId)
}
