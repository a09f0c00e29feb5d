import type { DeviceId, TaskId } from '@fleetdeck/contract/ids'
import type { ParamValues, ScriptParam } from '@fleetdeck/contract/script-params'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { devices } from '../../../platform/db/schema/devices.ts'
import { taskDeviceParams, tasks } from '../../../platform/db/schema/tasks.ts'

/** Parameters of single phones of a task, by device number. */
export const valuesOfDevices = (db: Db, taskId: TaskId) =>
  db
    .select({
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      values: taskDeviceParams.values,
    })
    .from(taskDeviceParams)
    .innerJoin(devices, eq(devices.id, taskDeviceParams.deviceId))
    .where(eq(taskDeviceParams.taskId, taskId))
    .orderBy(asc(devices.deviceNo))

export async function valuesOfDevice(db: Db, taskId: TaskId, deviceId: DeviceId): Promise<ParamValues> {
  const [found] = await db
    .select({ values: taskDeviceParams.values })
    .from(taskDeviceParams)
    .where(and(eq(taskDeviceParams.taskId, taskId), eq(taskDeviceParams.deviceId, deviceId)))
  return found?.values ?? {}
}

export const writeParams = (db: Db, taskId: TaskId, params: ScriptParam[]) =>
  db.update(tasks).set({ params }).where(eq(tasks.id, taskId))

const hasKey = (keys: string[]) => sql`${taskDeviceParams.values} ?| ${sql.param(keys)}::text[]`

/** A question about values of single phones for parameters that are removed; undefined if there are none. */
export async function questionValues(db: Db, taskId: TaskId, keys: string[]) {
  const count = keys.length
    ? await db.$count(taskDeviceParams, and(eq(taskDeviceParams.taskId, taskId), hasKey(keys)))
    : 0
  return count > 0 ? new AppError('taskParamValues', { count, keys: { list: keys } }) : undefined
}

/** Deletes the values of single phones for removed parameters. */
export async function removeValues(db: Db, taskId: TaskId, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .update(taskDeviceParams)
    .set({ values: sql`${taskDeviceParams.values} - ${sql.param(keys)}::text[]` })
    .where(and(eq(taskDeviceParams.taskId, taskId), hasKey(keys)))
  await db
    .delete(taskDeviceParams)
    .where(and(eq(taskDeviceParams.taskId, taskId), sql`${taskDeviceParams.values} = '{}'::jsonb`))
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
