import type { DeviceId, TaskId } from '@fleetdeck/contract/ids'
import type { ParamValues, ScriptParam } from '@fleetdeck/contract/script-params'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { byNumber } from '../../../platform/db/natural-key.ts'
import { devices } from '../../../platform/db/schema/devices.ts'
import { taskDeviceParams, tasks } from '../../../platform/db/schema/tasks.ts'
import { paramMoves } from './param-moves.rules.ts'

/** Parameters of single phones of a task, by device number. */
export const valuesOfDevices = (db: Db, taskId: TaskId) =>
  db
    .select({
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      values: taskDeviceParams.values,
    })
    .from(taskDeviceParams)
    .innerJoin(devices, eq(devices.id, taskDeviceParams.deviceId))
    .where(and(eq(taskDeviceParams.taskId, taskId), sql`${taskDeviceParams.values} <> '{}'::jsonb`))
    .orderBy(byNumber(devices.deviceNo))

export async function valuesOfDevice(db: Db, taskId: TaskId, deviceId: DeviceId): Promise<ParamValues> {
  const [found] = await db
    .select({ values: taskDeviceParams.values })
    .from(taskDeviceParams)
    .where(and(eq(taskDeviceParams.taskId, taskId), eq(taskDeviceParams.deviceId, deviceId)))
  return found?.values ?? {}
}

const hasKey = (keys: string[]) => sql`${taskDeviceParams.values} ?| ${sql.param(keys)}::text[]`

/** A question about values of single phones for parameters that are removed; undefined if there are none. */
export async function questionValues(db: Db, taskId: TaskId, keys: string[]) {
  const count = keys.length
    ? await db.$count(taskDeviceParams, and(eq(taskDeviceParams.taskId, taskId), hasKey(keys)))
    : 0
  return count > 0 ? new AppError('taskParamValues', { count, keys: { list: keys } }) : undefined
}

export interface ParamsChange {
  /** The task's parameters and kept parameters before the change. */
  before: { id: TaskId; params: ScriptParam[]; removedParams: ScriptParam[] }
  params: ScriptParam[]
  /** Values of single phones for removed parameters come back when a parameter of the same name and type is added. */
  keepsValues: boolean
}

/** Writes the parameters of a task, and moves the values of single phones that they remove or bring back. */
export async function changeParams(tx: Db, { before, params, keepsValues }: ParamsChange): Promise<void> {
  const { id, removedParams } = before
  const { removed, kept, stored, returned, ended } = paramMoves(before, params, keepsValues)
  await tx.update(tasks).set({ params, removedParams: kept }).where(eq(tasks.id, id))
  if (removed.length === 0 && removedParams.length === 0) return
  const list = (keys: string[]) => sql`${sql.param(keys)}::text[]`
  const some = (values: PgColumn, keys: string[]) => sql`
    coalesce((select jsonb_object_agg(key, value) from jsonb_each(${values}) where key = any(${list(keys)})), '{}')`
  await tx
    .update(taskDeviceParams)
    .set({
      values: sql`(${taskDeviceParams.values} - ${list(removed)}) || ${some(taskDeviceParams.keptValues, returned)}`,
      keptValues: sql`(${taskDeviceParams.keptValues} - ${list(ended)}) || ${some(taskDeviceParams.values, stored)}`,
    })
    .where(eq(taskDeviceParams.taskId, id))
  await tx
    .delete(taskDeviceParams)
    .where(
      and(
        eq(taskDeviceParams.taskId, id),
        sql`${taskDeviceParams.values} = '{}'::jsonb and ${taskDeviceParams.keptValues} = '{}'::jsonb`,
      ),
    )
}

export interface ValuesOfDevice {
  deviceId: DeviceId
  values: ParamValues
}

/** In one statement for any number of devices. */
export async function writeValues(db: Db, taskId: TaskId, rows: ValuesOfDevice[]): Promise<void> {
  await db.execute(sql`
    insert into task_device_params (task_id, device_id, values)
    select ${taskId}::int, n."deviceId", n.values
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n("deviceId" int, values jsonb)
    on conflict (task_id, device_id) do update set values = excluded.values`)
}

/** Without devices: of all phones. */
export const clearValues = (db: Db, taskId: TaskId, deviceIds?: DeviceId[]) =>
  db
    .delete(taskDeviceParams)
    .where(
      and(
        eq(taskDeviceParams.taskId, taskId),
        deviceIds ? inArray(taskDeviceParams.deviceId, deviceIds) : undefined,
      ),
    )
