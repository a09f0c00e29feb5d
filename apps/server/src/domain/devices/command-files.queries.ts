import { openStates } from '@fleetdeck/contract/delivery'
import type { CommandRunId } from '@fleetdeck/contract/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { commandRuns, commands } from '../../platform/db/schema/commands.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'

/** The file of a command in progress; the run's id is a secret between the server and its phone. */
export async function fileOfRun(db: Db, cmdSubId: string, fileName: string) {
  const [row] = await db
    .select({ file: storedFiles })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
    .innerJoin(storedFiles, eq(storedFiles.fileName, commands.fileName))
    .where(
      and(
        eq(commandRuns.cmdSubId, cmdSubId),
        eq(commands.fileName, fileName),
        inArray(commandRuns.state, [...openStates]),
      ),
    )
  return row?.file
}

/**
 * A run in progress that sends a file, and the user who started it. A phone that did not hear that its file arrived
 * sends it again, which replaces the first.
 */
export async function runAwaitingFile(db: Db, cmdSubId: string) {
  const [run] = await db
    .select({ id: commandRuns.id, ownerId: commands.userId })
    .from(commandRuns)
    .innerJoin(commands, eq(commands.id, commandRuns.commandId))
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
