import type { DeviceId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

/** A call that a phone may repeat. */
export interface CallId {
  deviceId: DeviceId
  requestId: string
}
/** The answer is JSON. */
export interface AnsweredCall extends CallId {
  answer: string
}

/** Answers of a phone that are stored: its scripts make one call at a time. */
const storedPerPhone = 20
/** A phone repeats a call for up to an hour. */
const storedHours = 2

export async function findAnswers(db: Db, ids: readonly CallId[]): Promise<AnsweredCall[]> {
  const { rows } = await db.execute<AnsweredCall & Record<string, unknown>>(sql`
    select device_id as "deviceId", request_id as "requestId", answer from answered_calls
    where (device_id, request_id) in (select * from unnest(${column(ids, 'deviceId')}::int[],
      ${column(ids, 'requestId')}::text[]))`)
  return rows
}

/** Stores the answers, and removes older ones of these phones. Returns how many of them were new. */
export async function insertAnswers(tx: Db, calls: readonly AnsweredCall[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with old as (
      delete from answered_calls where (device_id, request_id) in (
        select old.device_id, old.request_id
        from (select distinct unnest(${column(calls, 'deviceId')}::int[]) as id) as device
        cross join lateral (
          select answered_at from answered_calls where device_id = device.id
          order by answered_at desc offset ${storedPerPhone - 1} limit 1) as last
        join answered_calls old on old.device_id = device.id and old.answered_at < last.answered_at
        for update of old skip locked)),
    added as (
      insert into answered_calls (device_id, request_id, answer)
      select * from unnest(${column(calls, 'deviceId')}::int[], ${column(calls, 'requestId')}::text[],
        ${column(calls, 'answer')}::text[]) as calls(device_id, request_id, answer)
      order by device_id, request_id
      on conflict do nothing returning 1)
    select count(*)::int as count from added`)
  return rows[0]?.count ?? 0
}

/** Removes answers that no phone asks for any more. */
export async function pruneAnswers(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from answered_calls where (device_id, request_id) in (
      select device_id, request_id from answered_calls
      where answered_at <= now() - ${storedHours} * interval '1 hour'
      order by answered_at limit 5000 for update skip locked)`)
  return rowCount ?? 0
}

const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name) =>
  sql.param(rows.map((row) => row[name]))
