import { openStates } from '@fleetdeck/contract/delivery'
import type { CommandRunId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { commandRuns, commands } from '../../platform/db/schema/commands.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'

const phone = { deviceId: devices.id, deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')` }

/** The file of a command in progress, and its phone. */
export async function fileOfRun(db: Db, cmdSubId: string, fileName: string) {
  const [found] = await db
    .select({ file: storedFiles, ...phone })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .innerJoin(devices, eq(devices.id, commandRuns.deviceId))
    .innerJoin(storedFiles, eq(storedFiles.fileName, commands.fileName))
    .where(
      and(
        eq(commandRuns.cmdSubId, cmdSubId),
        eq(commands.fileName, fileName),
        inArray(commandRuns.state, [...openStates]),
      ),
    )
  return found
}

/**
 * A run in progress that sends a file, its phone, and the user who started it. A phone that did not hear that its file arrived
 * sends it again, which replaces the first.
 */
export async function runAwaitingFile(db: Db, cmdSubId: string) {
  const [run] = await db
    .select({ id: commandRuns.id, ownerId: commands.userId, ...phone })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .innerJoin(devices, eq(devices.id, commandRuns.deviceId))
    .where(
      and(
        eq(commandRuns.cmdSubId, cmdSubId),
        inArray(commands.command, ['pull', 'shot']),
        inArray(commandRuns.state, [...openStates]),
      ),
    )
  return run
}

export const keepFile = (db: Db, runId: CommandRunId, fileName: string) =>
  db.update(commandRuns).set({ fileName }).where(eq(commandRuns.id, runId))
