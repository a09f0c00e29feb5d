import type { UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'

/** Of all account lines; the triggers that count devices along them take it too. */
const linesLock = 7_214_554

/**
 * Until the transaction ends, no other one changes a quota or a parent, or counts devices: for those that do the
 * former. It comes before all locks of rows.
 */
export const lockLines = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${linesLock}::int)`)
/** Several transactions may count devices at the same time, while quotas and parents do not change. */
const shareLines = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock_shared(${linesLock}::int)`)

/** A user with a quota, up the line of an owner. */
interface Level {
  id: UserId
  quota: number
  /** Devices of the user and of all below. */
  total: number
  /** Places in use: own devices, quotas given to users below, and devices of those without quota. */
  committed: number
}

/** How many more devices a user may have. */
export interface Places {
  /** Undefined without any quota. */
  left: number | undefined
  /** Why there are no more. */
  refusal: AppError
}

/**
 * The places that the quotas of the user and of all users above leave. Until the transaction ends, no other one takes
 * any of them.
 */
export async function lockPlaces(tx: Db, userId: UserId): Promise<Places> {
  await shareLines(tx)
  await lockLine(tx, userId)
  return readPlaces(tx, userId)
}

/**
 * Locks the same places for a transaction that may change quotas. It takes the exclusive lock from the start: of two
 * that have the shared one and then ask for it, each waits for the other.
 */
export async function lockQuotas(tx: Db, userId: UserId): Promise<void> {
  await lockLines(tx)
  await lockLine(tx, userId)
}

/** The places without a lock, for what is only shown. */
export async function readPlaces(db: Db, userId: UserId): Promise<Places> {
  const line = await readLine(db, userId)
  const narrowest = line.toSorted((a, b) => placesAt(a, line) - placesAt(b, line))[0]
  return {
    left: narrowest && Math.max(0, placesAt(narrowest, line)),
    refusal: refusalAt(narrowest, userId),
  }
}

/**
 * A device needs a place in the nearest quota in addition to those given to users below. In the quotas further up that
 * place is reserved already, so there only the devices count that exist.
 */
function placesAt(level: Level, line: readonly Level[]): number {
  const free = level.quota - level.total
  return level === line[0] ? Math.min(free, level.quota - level.committed) : free
}

const refusalAt = (level: Pick<Level, 'id' | 'quota'> | undefined, userId: UserId) =>
  new AppError(level?.id === userId ? 'deviceQuotaReached' : 'devicePoolReached', {
    count: level?.quota ?? 0,
  })

/**
 * Which of these devices a new owner has no place for, and why; places are locked as by `lockPlaces`. A device that
 * stays below a user with a quota needs no further place of it.
 */
export async function refuseMoves<Move extends { tenantId: UserId | null }>(
  tx: Db,
  userId: UserId,
  moves: readonly Move[],
): Promise<Map<Move, AppError>> {
  await shareLines(tx)
  await lockLine(tx, userId)
  const line = await readLine(tx, userId)
  const refusals = new Map<Move, AppError>()
  if (line.length === 0) return refusals
  const origins = await readOrigins(tx, [...new Set(moves.flatMap((move) => move.tenantId ?? []))])
  for (const move of moves) {
    const full = takePlace(line, move.tenantId === null ? undefined : origins.get(move.tenantId))
    if (full) refusals.set(move, refusalAt(full, userId))
  }
  return refusals
}

/** Counts a device that comes from there, or returns the user whose quota has no place for it. */
function takePlace(line: readonly Level[], from: Origin | undefined): Level | undefined {
  const entered = line.filter(({ id }) => !from?.line.includes(id))
  const reserving = line.slice(0, 1).filter(({ id }) => id !== from?.nearest)
  const full =
    entered.find(({ total, quota }) => total >= quota) ??
    reserving.find(({ committed, quota }) => committed >= quota)
  if (full) return full
  for (const level of entered) level.total += 1
  for (const level of reserving) level.committed += 1
}

/**
 * Makes a change that gives a user devices, or users below, and refuses it when a quota up the line does not cover what
 * was added. Places are locked as by `lockQuotas`.
 * @param refusal for a quota that is too small, where the user is not whose devices are counted
 */
export async function keepQuotas<T>(
  tx: Db,
  userId: UserId,
  change: () => Promise<T>,
  refusal = (full: { id: UserId; quota: number }) => refusalAt(full, userId),
): Promise<T> {
  await lockQuotas(tx, userId)
  const before = new Map((await readLine(tx, userId)).map((level) => [level.id, level]))
  const result = await change()
  const after = await readLine(tx, userId)
  const isOver = (level: Level, figure: 'total' | 'committed') =>
    level[figure] > level.quota && level[figure] > (before.get(level.id)?.[figure] ?? 0)
  const full =
    after.find((level) => isOver(level, 'total')) ??
    after.slice(0, 1).find((level) => isOver(level, 'committed'))
  if (full) throw refusal(full)
  return result
}

/**
 * The largest quota that a user below this parent may get; undefined without a limit. Places are locked as by
 * `lockQuotas`.
 * @param userId the user, if there already; the number that it takes from the same quota now is free for it
 */
export async function lockGrant(
  tx: Db,
  parentId: UserId,
  userId: UserId | undefined,
): Promise<number | undefined> {
  await lockQuotas(tx, parentId)
  const [nearest] = await readLine(tx, parentId)
  if (!nearest) return undefined
  const given = userId === undefined ? 0 : await readGiven(tx, userId, nearest.id)
  return Math.max(0, nearest.quota - nearest.committed + given)
}

/** The places that a user takes from this quota, if it is the nearest one above. */
async function readGiven(db: Db, userId: UserId, nearest: UserId): Promise<number> {
  const { rows } = await db.execute<{ given: number }>(sql`
    select greatest(coalesce(device_number, 0), coalesce(committed, 0)) as given
    from users left join device_totals on user_id = id where id = ${userId} and ${nearest} =
      (select id from account_line(users.parent_id) where device_number is not null order by depth limit 1)`)
  return rows[0]?.given ?? 0
}

/** The places that a user can still give to users below; undefined without a limit. */
export async function readGrantable(db: Db, userId: UserId): Promise<number | undefined> {
  const [nearest] = await readLine(db, userId)
  return nearest && Math.max(0, nearest.quota - nearest.committed)
}

/** In the same order everywhere, so that transactions do not wait for each other in a circle. */
const lockLine = (tx: Db, userId: UserId) =>
  tx.execute(sql`select from users where id in (select id from account_line(${userId}) where device_number is not null)
    order by id for no key update`)

/** The quotas up the line, nearest first. */
async function readLine(db: Db, userId: UserId): Promise<Level[]> {
  const { rows } = await db.execute<Level & Record<string, unknown>>(sql`
    select id, device_number as quota, coalesce(total, 0) as total, coalesce(committed, 0) as committed
    from account_line(${userId}) line left join device_totals on user_id = line.id
    where device_number is not null order by depth`)
  return rows
}

interface Origin {
  owner: UserId
  /** The owner, and all users above. */
  line: UserId[]
  /** The nearest of them with a quota. */
  nearest: UserId | null
}

async function readOrigins(db: Db, owners: UserId[]): Promise<Map<UserId, Origin>> {
  const { rows } = await db.execute<Origin & Record<string, unknown>>(sql`
    select owner, array(select id from account_line(owner)) as line,
      (select id from account_line(owner) where device_number is not null order by depth limit 1) as nearest
    from unnest(${sql.param(owners)}::int[]) as owner`)
  return new Map(rows.map((row) => [row.owner, row]))
}
