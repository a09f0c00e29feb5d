import type { ParamValues, ScriptParam } from '@fleetdeck/contract/script-params'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { devices } from '../../db/schema/devices.ts'
import { taskDeviceParams, tasks } from '../../db/schema/task-plans.ts'

/** What single phones of a task get, by device number. */
export const valuesOfDevices = (db: Db, taskId: number) =>
  db
    .select({
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      values: taskDeviceParams.values,
    })
    .from(taskDeviceParams)
    .innerJoin(devices, eq(devices.id, taskDeviceParams.deviceId))
    .where(eq(taskDeviceParams.taskId, taskId))
    .orderBy(asc(devices.deviceNo))

export async function valuesOfDevice(db: Db, taskId: number, deviceId: number): Promise<ParamValues> {
  const [found] = await db
    .select({ values: taskDeviceParams.values })
    .from(taskDeviceParams)
    .where(and(eq(taskDeviceParams.taskId, taskId), eq(taskDeviceParams.deviceId, deviceId)))
  return found?.values ?? {}
}

export const writeParams = (db: Db, taskId: number, params: ScriptParam[]) =>
  db.update(tasks).set({ params }).where(eq(tasks.id, taskId))

export async function writeValues(
  db: Db,
  taskId: number,
  deviceIds: number[],
  values: ParamValues,
): Promise<void> {
  await db
    .insert(taskDeviceParams)
    .values(deviceIds.map((deviceId) => ({ taskId, deviceId, values })))
    .onConflictDoUpdate({
      target: [taskDeviceParams.taskId, taskDeviceParams.deviceId],
      set: { values: sql`excluded.values` },
    })
}

/** Without devices: of all. */
export const clearValues = (db: Db, taskId: number, deviceIds?: number[]) =>
  db
    .delete(taskDeviceParams)
    .where(
      and(
        eq(taskDeviceParams.taskId, taskId),
        deviceIds ? inArray(taskDeviceParams.deviceId, deviceIds) : undefined,
      ),
    )
