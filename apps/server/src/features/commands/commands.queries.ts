import type { commands as calls } from '@fleetdeck/contract/commands'
import { type DeliveryReason, type DeliveryState, openStates } from '@fleetdeck/contract/delivery'
import type { CommandId, CommandRunId, DeviceId } from '@fleetdeck/contract/ids'
import { and, asc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { amongDevices, deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber, NaturalKey } from '../../platform/db/natural-key.ts'
import { commandLines, commandRuns, commands } from '../../platform/db/schema/commands.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

type ListQuery = z.output<(typeof calls)['list']['query']>
type RunsQuery = z.output<(typeof calls)['runs']['query']>

const isOpen = inArray(commandRuns.state, [...openStates])

const commandColumns = {
  id: commands.id,
  command: commands.command,
  content: commands.content,
  userName: users.userName,
  createdAt: commands.createdAt,
  expiresAt: commands.expiresAt,
}

/** Whether their phones can get a command now or later; in the order of their numbers. */
export const listReach = (db: Db, ids: DeviceId[]) =>
  db
    .select({
      id: devices.id,
      name: sql<string>`coalesce(${devices.deviceNo}, ${devices.hardwareId}, '')`,
      hardwareId: devices.hardwareId,
      status: devices.status,
      hasExpired: sql<boolean>`coalesce(${devices.expireTime} < now(), false)`,
      online: sql<boolean>`coalesce(${deviceRuntime.online}, false)`,
    })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(amongDevices(devices.id, ids))
    .orderBy(byNumber(devices.deviceNo), asc(devices.id))
export type ReachRow = Awaited<ReturnType<typeof listReach>>[number]

export async function listCommands(db: Db, scope: Scope, query: ListQuery) {
  const openRuns = sql`exists (select 1 from ${commandRuns} where ${commandRuns.commandId} = ${commands.id} and ${isOpen})`
  const where = and(
    ownedWithin(scope, commands.userId),
    query.command ? eq(commands.command, query.command) : undefined,
    query.userName
      ? sql`${commands.userId} in (select id from users where user_name ilike ${containing(query.userName)})`
      : undefined,
    query.open ? (query.open === '1' ? openRuns : sql`not ${openRuns}`) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const rows = await db
    .select(commandColumns)
    .from(commands)
    .leftJoin(users, eq(users.id, commands.userId))
    .where(where)
    .orderBy(...buildOrder(query, { id: commands.id }, commands.id))
    .limit(limit)
    .offset(offset)
  return { list: await withCounts(db, rows), total: await db.$count(commands, where) }
}

export async function findCommand(db: Db, scope: Scope, id: CommandId) {
  const rows = await db
    .select({ ...commandColumns, fileName: commands.fileName })
    .from(commands)
    .leftJoin(users, eq(users.id, commands.userId))
    .where(and(eq(commands.id, id), ownedWithin(scope, commands.userId)))
  return (await withCounts(db, rows))[0]
}

async function withCounts<Row extends { id: CommandId }>(db: Db, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const found = ids.length
    ? await db
        .select({
          id: commandRuns.commandId,
          state: commandRuns.state,
          count: sql`count(*)`.mapWith(Number),
        })
        .from(commandRuns)
        .where(inArray(commandRuns.commandId, ids))
        .groupBy(commandRuns.commandId, commandRuns.state)
    : []
  return rows.map((row) => {
    const own = found.filter(({ id }) => id === row.id)
    const counts = Object.fromEntries(own.map(({ state, count }) => [state, count]))
    return { ...row, counts, total: own.reduce((sum, { count }) => sum + count, 0) }
  })
}

const runColumns = {
  id: commandRuns.id,
  commandId: commandRuns.commandId,
  command: commands.command,
  content: commands.content,
  userName: users.userName,
  deviceId: commandRuns.deviceId,
  deviceNo: commandRuns.deviceNo,
  state: commandRuns.state,
  reason: commandRuns.reason,
  msg: commandRuns.msg,
  fileName: commandRuns.fileName,
  createdAt: commandRuns.createdAt,
  changedAt: commandRuns.changedAt,
  expiresAt: commands.expiresAt,
  sentAt: commandRuns.sentAt,
  online: deviceRuntime.online,
  onlineChangedAt: deviceRuntime.onlineChangedAt,
}

/** Runs of commands that the caller sees, and runs on devices that the caller sees. */
const runWithin = (scope: Scope): SQL | undefined =>
  scope === 'all'
    ? undefined
    : or(
        ownedWithin(scope, commands.userId),
        sql`${commandRuns.deviceId} in (select ${devices.id} from ${devices} where ${deviceWithin(scope)})`,
      )

export async function listRuns(db: Db, scope: Scope, query: RunsQuery) {
  const where = and(
    runWithin(scope),
    query.commandId ? eq(commandRuns.commandId, query.commandId) : undefined,
    query.deviceId ? eq(commandRuns.deviceId, query.deviceId) : undefined,
    query.deviceNo ? ilike(commandRuns.deviceNo, containing(query.deviceNo)) : undefined,
    query.state ? eq(commandRuns.state, query.state) : undefined,
  )
  const sortable = {
    id: commandRuns.id,
    deviceNo: new NaturalKey(commandRuns.deviceNo),
    changedAt: commandRuns.changedAt,
  }
  const { limit, offset } = toLimit(query)
  const rows = await db
    .select(runColumns)
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .leftJoin(users, eq(users.id, commands.userId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, commandRuns.deviceId))
    .where(where)
    .orderBy(...buildOrder(query, sortable, commandRuns.id))
    .limit(limit)
    .offset(offset)
  const [count] = await db
    .select({ total: sql`count(*)`.mapWith(Number) })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .where(where)
  return { list: rows.map(withReason), total: count?.total ?? 0 }
}

/** A phone without a number. */
export async function findWaiting(db: Db, scope: Scope, id: DeviceId): Promise<DeviceId | undefined> {
  const [found] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.id, id), isNull(devices.deviceNo), deviceWithin(scope)))
  return found?.id
}

/** The run of a command that locates a phone. */
export async function findLocating(db: Db, scope: Scope, commandId: CommandId) {
  const [run] = await db
    .select(runColumns)
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .leftJoin(users, eq(users.id, commands.userId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, commandRuns.deviceId))
    .where(and(eq(commands.id, commandId), eq(commands.command, 'where'), runWithin(scope)))
    .limit(1)
  return run && withReason(run)
}

type RunRow = {
  state: DeliveryState
  reason: DeliveryReason | null
  expiresAt: Date
  sentAt: Date | null
  changedAt: Date
  online: boolean | null
  onlineChangedAt: Date | null
}

/** Explains the state of the run; a waiting run depends on the present state of its phone. */
function withReason<Row extends RunRow>({ online, onlineChangedAt, expiresAt, sentAt, ...run }: Row) {
  if (run.state === 'queued' || run.state === 'sent') {
    if (!online) return { ...run, reason: 'offline' as const, reasonAt: onlineChangedAt }
    if (run.state === 'sent') return { ...run, reason: 'sent' as const, reasonAt: sentAt }
    return { ...run, reason: 'waiting' as const, reasonAt: null }
  }
  return { ...run, reasonAt: run.reason === 'tooLate' ? expiresAt : null }
}

export async function findLines(db: Db, scope: Scope, runId: CommandRunId) {
  const [run] = await db
    .select({ id: commandRuns.id })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .where(and(eq(commandRuns.id, runId), runWithin(scope)))
  if (!run) return undefined
  return (
    db
      .select({ id: commandLines.id, at: commandLines.at, state: commandLines.state, msg: commandLines.msg })
      .from(commandLines)
      .where(eq(commandLines.runId, runId))
      // The phone's answer may be written before the line of its order.
      .orderBy(commandLines.at, sql`coalesce(${commandLines.state} <> 'sent', true)`, commandLines.id)
      .limit(1000)
  )
}

/** Devices of a command that did not succeed and still exist. */
export async function unsuccessfulDevices(db: Db, commandId: CommandId): Promise<DeviceId[]> {
  const rows = await db
    .select({ id: commandRuns.deviceId })
    .from(commandRuns)
    .where(
      and(eq(commandRuns.commandId, commandId), inArray(commandRuns.state, ['failed', 'stopped', 'expired'])),
    )
  return rows.flatMap(({ id }) => id ?? [])
}

/** All or none; throws notFound unless all exist within the scope. */
export const removeCommands = (db: Db, scope: Scope, ids: CommandId[]): Promise<void> =>
  db.transaction(async (tx) => {
    const removed = await tx
      .delete(commands)
      .where(and(inArray(commands.id, ids), ownedWithin(scope, commands.userId)))
      .returning({ id: commands.id })
    if (removed.length < new Set(ids).size) throw new AppError('notFound')
  })

/** Commands older than the retention period, oldest first, so that none is left over. */
export async function pruneCommands(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from commands where id in (
      select id from commands where created_at < ${before.toISOString()}::timestamptz order by id limit ${rows})`)
  return rowCount ?? 0
}

/** Whether the caller sees the run that this file belongs to. */
export async function isFileOfRun(
  db: Db,
  scope: Scope,
  { runId, fileName }: { runId: CommandRunId; fileName: string },
) {
  const [run] = await db
    .select({ id: commandRuns.id })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .where(and(eq(commandRuns.id, runId), eq(commandRuns.fileName, fileName), runWithin(scope)))
  return run !== undefined
}
