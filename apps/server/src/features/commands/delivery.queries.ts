import { randomUUID } from 'node:crypto'
import type { CommandKind } from '@fleetdeck/contract/commands'
import { type DeliveryReason, type DeliveryState, openStates } from '@fleetdeck/contract/delivery'
import type { CommandId, CommandRunId, DeviceId, UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { reportOrder, stateRank } from '../../domain/devices/delivery-states.queries.ts'
import { amongDevices } from '../../domain/devices/device-scope.queries.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { commandLines, commandRuns, commands } from '../../platform/db/schema/commands.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'

const chunkRows = 1000

export interface NewCommand {
  command: CommandKind
  content: string
  fileName: string | null
  userId: UserId
  expiresAt: Date
}

/** A command with a queued run for each device, in one transaction. */
export const insertCommand = (db: Db, command: NewCommand, deviceIds: DeviceId[]) =>
  db.transaction(async (tx) => {
    const { id } = insertedRow(await tx.insert(commands).values(command).returning({ id: commands.id }))
    for (let at = 0; at < deviceIds.length; at += chunkRows)
      await tx.execute(sql`
        insert into command_runs (cmd_sub_id, command_id, device_id, device_no)
        select gen_random_uuid()::text, ${id}::int, d.id, coalesce(d.device_no, d.device_id, '')
        from devices d join unnest(${sql.param(deviceIds.slice(at, at + chunkRows))}::int[]) with ordinality as n(id, place)
          on n.id = d.id order by n.place`)
    return id
  })

/** Records a command that an operator sent over their own socket to one phone. */
export async function insertSent(
  db: Db,
  command: NewCommand,
  { deviceId, cmdSubId }: { deviceId: DeviceId; cmdSubId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const given = await tx.insert(commands).values(command).returning({ id: commands.id })
    const [device] = await tx
      .select({ deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')` })
      .from(devices)
      .where(eq(devices.id, deviceId))
    await tx.insert(commandRuns).values({
      cmdSubId: cmdSubId || randomUUID(),
      commandId: insertedRow(given).id,
      deviceId,
      deviceNo: device?.deviceNo ?? '',
      state: 'sent',
      tries: 1,
      sentAt: siteNow(),
    })
  })
}

const due = {
  id: commandRuns.id,
  cmdSubId: commandRuns.cmdSubId,
  deviceId: sql<DeviceId>`${commandRuns.deviceId}`,
  state: commandRuns.state,
  tries: commandRuns.tries,
  sentAt: commandRuns.sentAt,
  command: commands.command,
  content: commands.content,
  fileName: commands.fileName,
  md5: storedFiles.md5,
}
export type DueRun = Pick<typeof commandRuns.$inferSelect, 'id' | 'cmdSubId' | 'state' | 'tries' | 'sentAt'> &
  Pick<typeof commands.$inferSelect, 'command' | 'content' | 'fileName'> & {
    deviceId: DeviceId
    md5: string | null
  }

const selectDue = (db: Db) =>
  db
    .select(due)
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .leftJoin(storedFiles, eq(storedFiles.fileName, commands.fileName))
    .$dynamic()

/** Queued runs of a command after one of them, 0 for the first, in the order of their devices. */
export const listQueued = (
  db: Db,
  commandId: CommandId,
  afterId: CommandRunId | 0,
  limit: number,
): Promise<DueRun[]> =>
  selectDue(db)
    .where(
      and(
        eq(commandRuns.commandId, commandId),
        eq(commandRuns.state, 'queued'),
        sql`${commandRuns.id} > ${afterId}`,
      ),
    )
    .orderBy(asc(commandRuns.id))
    .limit(limit)

/** Open runs of these phones, oldest first. */
export const listOpenRuns = (db: Db, deviceIds: DeviceId[]): Promise<DueRun[]> =>
  selectDue(db)
    .where(and(amongDevices(commandRuns.deviceId, deviceIds), inArray(commandRuns.state, [...openStates])))
    .orderBy(asc(commandRuns.id))

/**
 * Claims runs of online phones that have been waiting since before the given time, to send them again. Each run goes to
 * one of several servers.
 */
export async function claimOverdue(db: Db, before: Date, limit: number): Promise<DueRun[]> {
  const overdue = db
    .select({ id: commandRuns.id })
    .from(commandRuns)
    .innerJoin(deviceRuntime, eq(deviceRuntime.deviceId, commandRuns.deviceId))
    .where(
      and(
        inArray(commandRuns.state, ['queued', 'sent']),
        eq(deviceRuntime.online, true),
        lt(commandRuns.createdAt, before),
        or(isNull(commandRuns.sentAt), lt(commandRuns.sentAt, before)),
      ),
    )
    .orderBy(asc(commandRuns.id))
    .limit(limit)
    .for('update', { of: commandRuns, skipLocked: true })
  const claimed = await db
    .update(commandRuns)
    .set({ sentAt: siteNow() })
    .where(inArray(commandRuns.id, overdue))
    .returning({ id: commandRuns.id })
  if (claimed.length === 0) return []
  return selectDue(db).where(
    inArray(
      commandRuns.id,
      claimed.map(({ id }) => id),
    ),
  )
}

/** They were passed to the connections of their phones, whose answers may have been written already. */
export async function markSent(db: Db, ids: CommandRunId[], at: Date = siteNow()): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(commandRuns)
    .set({
      state: sql`case when ${commandRuns.state} = 'queued' then 'sent' else ${commandRuns.state} end`,
      changedAt: sql`case when ${commandRuns.state} = 'queued' then now() else ${commandRuns.changedAt} end`,
      tries: sql`${commandRuns.tries} + 1`,
      sentAt: at,
    })
    .where(and(inArray(commandRuns.id, ids), inArray(commandRuns.state, ['queued', 'sent'])))
  await db.execute(sql`
    insert into command_lines (run_id, at, state)
    select id, ${at.toISOString()}::timestamptz, 'sent' from command_runs where id = any(${sql.param(ids)}::bigint[])`)
}

export interface Report {
  cmdSubId: string
  deviceId: DeviceId
  state: DeliveryState
  msg: string
  at: Date
}
export interface Ended {
  deviceId: DeviceId
  command: CommandKind
  state: DeliveryState
}

/**
 * Writes what phones report about their runs. A state never moves back; a phone's own report overrides an end that the
 * server concluded. Reports about other phones' runs change nothing. A state that is sent again is one line. Returns the
 * runs that have ended now.
 */
export async function writeReports(db: Db, reports: Report[]): Promise<Ended[]> {
  const rows = JSON.stringify(reports.map((report, place) => ({ ...report, place })))
  const result = await db.execute(sql`
    with told as (
      select n.*, r.id as run_id
      from jsonb_to_recordset(${rows}::jsonb)
        as n("cmdSubId" text, "deviceId" int, state text, msg text, at timestamptz, place int)
      join command_runs r on r.cmd_sub_id = n."cmdSubId" and r.device_id = n."deviceId"
    ), lines as (
      insert into command_lines (run_id, at, state, msg)
      select run_id, min(at), state, msg from told
      where not exists (select from command_lines l
        where l.run_id = told.run_id and l.state = told.state and l.msg = told.msg)
      group by run_id, state, msg order by min(place)
    ), newest as (
      select distinct on (run_id) * from told order by run_id, ${reportOrder}
    )
    update command_runs r set state = n.state, msg = n.msg, reason = null, changed_at = n.at
    from newest n, commands c
    where r.id = n.run_id and c.id = r.command_id and (
      r.state in ('queued', 'sent', 'acknowledged', 'running') and ${stateRank(sql`n.state`)} > ${stateRank(sql`r.state`)}
      or n.state in ('succeeded', 'failed') and (r.state = 'expired' or r.reason in ('interrupted', 'unanswered', 'back')))
    returning r.device_id as "deviceId", c.command, r.state`)
  const changed = result.rows as unknown as Ended[]
  return changed.filter(({ state }) => state === 'succeeded' || state === 'failed')
}

/** A line that a phone logged for a command; false when it is not a run of that phone. */
export async function insertLine(
  db: Db,
  { cmdSubId, deviceId, msg }: { cmdSubId: string; deviceId: DeviceId; msg: string },
): Promise<boolean> {
  const [run] = await db
    .select({ id: commandRuns.id })
    .from(commandRuns)
    .where(and(eq(commandRuns.cmdSubId, cmdSubId), eq(commandRuns.deviceId, deviceId)))
  if (!run) return false
  await db.insert(commandLines).values({ runId: run.id, at: siteNow(), msg })
  return true
}

/** Ends runs by the server's decision. */
export async function endRuns(
  db: Db,
  ids: CommandRunId[],
  end: { state: DeliveryState; reason: DeliveryReason },
): Promise<Ended[]> {
  if (ids.length === 0) return []
  const now = siteNow()
  const ended = await db
    .update(commandRuns)
    .set({ ...end, changedAt: now })
    .from(commands)
    .where(
      and(
        eq(commands.id, commandRuns.commandId),
        inArray(commandRuns.id, ids),
        inArray(commandRuns.state, [...openStates]),
      ),
    )
    .returning({
      runId: commandRuns.id,
      deviceId: sql<DeviceId>`${commandRuns.deviceId}`,
      command: commands.command,
      state: commandRuns.state,
    })
  const lines = ended.map(({ runId, state }) => ({ runId, at: now, state }))
  if (lines.length) await db.insert(commandLines).values(lines)
  return ended.filter(({ deviceId }) => deviceId !== null)
}

/** Runs that expired before they reached their phones, and runs whose attempts are used up. */
export const lapsedRuns = async (db: Db, maxTries: number) => {
  const rows = await db
    .select({
      id: commandRuns.id,
      isLate: sql<boolean>`${commands.expiresAt} < now()`,
    })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .where(
      and(
        inArray(commandRuns.state, ['queued', 'sent']),
        or(sql`${commands.expiresAt} < now()`, sql`${commandRuns.tries} >= ${maxTries}`),
      ),
    )
    .limit(5000)
  return {
    late: rows.filter(({ isLate }) => isLate).map(({ id }) => id),
    unanswered: rows.filter(({ isLate }) => !isLate).map(({ id }) => id),
  }
}

export async function queuedIds(db: Db, commandId: CommandId): Promise<CommandRunId[]> {
  const rows = await db
    .select({ id: commandRuns.id })
    .from(commandRuns)
    .where(and(eq(commandRuns.commandId, commandId), eq(commandRuns.state, 'queued')))
  return rows.map(({ id }) => id)
}
