import type { PlatformId, ScriptId, ScriptSourceId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { insertVersion, run } from './save-scripts.queries.ts'
import type { VersionFile } from './script-file.ts'

/** Scripts that are read from a git repository, with their present versions. */
export const listSourceScripts = (db: Db, sourceId: ScriptSourceId) =>
  db
    .select({
      id: scripts.id,
      scriptName: scripts.scriptName,
      file: scripts.sourceFile,
      hash: scripts.sourceHash,
      isMissing: scripts.sourceMissing,
      versionId: scriptVersions.id,
      fileName: scriptVersions.fileName,
      originalName: scriptVersions.originalName,
      md5: scriptVersions.md5,
      commit: scriptVersions.commit,
    })
    .from(scripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .where(eq(scripts.sourceId, sourceId))
export type SourceScript = Awaited<ReturnType<typeof listSourceScripts>>[number]

interface Info {
  scriptName: string
  params: ScriptParam[]
  sourceHash: string
}

export interface CommittedVersion extends VersionFile {
  commit: ScriptCommit
}

const toVersion = ({ commit, ...file }: CommittedVersion, version: string) => ({
  ...file,
  version,
  commit,
  note: commit.subject,
  userId: null,
  // Follow when all files of the commit are stored.
  pins: [],
})
/** As people know it from their repository. */
const shortSha = ({ sha }: ScriptCommit) => sha.slice(0, 8)

export const insertSourceScript = (
  db: Db,
  script: Info & { platformId: PlatformId; tenantId: UserId; sourceId: ScriptSourceId; sourceFile: string },
  version: CommittedVersion,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { id } = insertedRow(await tx.insert(scripts).values(script).returning({ id: scripts.id }))
    await run(tx, id, await insertVersion(tx, id, toVersion(version, shortSha(version.commit))))
  })

/** @param version undefined: the file has not changed, only what the project file says about it */
export const changeSourceScript = (db: Db, id: ScriptId, info: Info, version: CommittedVersion | undefined) =>
  db.transaction(async (tx) => {
    await tx
      .update(scripts)
      .set({ ...info, sourceMissing: false })
      .where(eq(scripts.id, id))
    if (version) await run(tx, id, await versionOf(tx, id, version))
  })

/** A branch that returns to an earlier commit returns to the version of it. */
async function versionOf(tx: Db, id: ScriptId, version: CommittedVersion): Promise<ScriptVersionId> {
  const name = shortSha(version.commit)
  const stored = await tx
    .select({ id: scriptVersions.id, version: scriptVersions.version, md5: scriptVersions.md5 })
    .from(scriptVersions)
    .where(eq(scriptVersions.scriptId, id))
  const same = stored.find((each) => each.version === name && each.md5 === version.md5)
  if (same) return same.id
  const taken = new Set(stored.map((each) => each.version))
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`
  return insertVersion(tx, id, toVersion(version, free))
}

/** Their files are, or are again, in the repository or not. */
export async function markMissing(db: Db, ids: ScriptId[], sourceMissing: boolean): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(scripts)
    .set({ sourceMissing })
    .where(and(inArray(scripts.id, ids), eq(scripts.sourceMissing, !sourceMissing)))
}
