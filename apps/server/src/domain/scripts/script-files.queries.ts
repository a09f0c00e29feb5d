import { openStates } from '@fleetdeck/contract/delivery'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { scriptImports, scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { taskRuns, triedTexts } from '../../platform/db/schema/task-runs.ts'
import { tasks } from '../../platform/db/schema/tasks.ts'

const storedFile = async (db: Db, fileName: string, condition: SQL | undefined) => {
  const [row] = await db
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.fileName, fileName), condition))
  return row
}

/** A stored file, if it belongs to a script. */
export function findScriptFile(db: Db, fileName: string) {
  const version = db.select().from(scriptVersions).where(eq(scriptVersions.fileName, fileName))
  return storedFile(db, fileName, exists(version))
}

/** A stored file, if this phone may run it: of its owner's scripts and what they import, or of a run or a trial on it. */
export function scriptFileOfPhone(
  db: Db,
  { deviceId, tenantId }: { deviceId: DeviceId; tenantId: UserId | null },
  fileName: string,
) {
  const isTried = and(
    eq(storedFiles.temporary, true),
    eq(storedFiles.mediaType, triedType),
    eq(storedFiles.originalName, triedName(deviceId)),
  )
  const isOpen = and(eq(taskRuns.deviceId, deviceId), inArray(taskRuns.state, [...openStates]))
  const stored = db
    .select({ id: taskRuns.id })
    .from(taskRuns)
    .innerJoin(triedTexts, eq(triedTexts.id, taskRuns.triedTextId))
    .where(and(isOpen, eq(triedTexts.fileName, fileName)))
  const ordered = db
    .select({ id: taskRuns.id })
    .from(taskRuns)
    .innerJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .where(and(isOpen, eq(tasks.scriptId, scripts.id)))
  const isOwn = tenantId === null ? undefined : eq(scripts.tenantId, tenantId)
  const isRun = or(isOwn, exists(ordered))
  const version = db
    .select({ id: scriptVersions.id })
    .from(scriptVersions)
    .innerJoin(scripts, eq(scripts.id, scriptVersions.scriptId))
    .where(and(eq(scriptVersions.fileName, fileName), isRun))
  const imported = db
    .select({ name: scriptImports.name })
    .from(scriptImports)
    .innerJoin(
      sql`script_versions m`,
      sql`m.id = ${scriptImports.moduleVersionId} and m.file_name = ${fileName}`,
    )
    .innerJoin(scriptVersions, eq(scriptVersions.id, scriptImports.versionId))
    .innerJoin(scripts, eq(scripts.id, scriptVersions.scriptId))
    .where(isRun)
  return storedFile(db, fileName, or(isTried, exists(stored), exists(version), exists(imported)))
}

/** Whether a phone has this run, or is to get it. */
export async function isOpenRun(db: Db, runKey: string): Promise<boolean> {
  const open = and(eq(taskRuns.runKey, runKey), inArray(taskRuns.state, [...openStates]))
  return (await db.$count(taskRuns, open)) > 0
}

/** The media type of a text that is only a trial run. */
export const triedType = 'text/javascript'
/** Its name: only this phone may fetch it. */
export const triedName = (deviceId: DeviceId) => `try-${deviceId}.js`
