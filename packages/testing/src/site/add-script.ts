import type { ScriptId, UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../../apps/server/src/platform/db/db.ts'
import { insertedRow } from '../../../../apps/server/src/platform/db/inserted-row.ts'
import { platforms } from '../../../../apps/server/src/platform/db/schema/platforms.ts'
import { scripts, scriptVersions } from '../../../../apps/server/src/platform/db/schema/scripts.ts'

type Script = Partial<typeof scripts.$inferInsert> & { scriptName: string; tenantId: UserId }

/** A script in the database, with one version whose file is never requested; returns its id. */
export async function addScript(db: Db, { platformId, ...script }: Script): Promise<ScriptId> {
  const platform = platformId ?? (await addPlatform(db, script.tenantId))
  const { id: scriptId } = insertedRow(
    await db
      .insert(scripts)
      .values({ ...script, platformId: platform })
      .returning({ id: scripts.id }),
  )
  const file = { fileName: `${script.scriptName}.js`, originalName: 'script.js', size: 1 }
  const { id: versionId } = insertedRow(
    await db
      .insert(scriptVersions)
      .values({ ...file, scriptId, version: '1.0', md5: '0'.repeat(32) })
      .returning({ id: scriptVersions.id }),
  )
  await db.update(scripts).set({ versionId }).where(eq(scripts.id, scriptId))
  return scriptId
}

async function addPlatform(db: Db, tenantId: UserId) {
  const rows = await db
    .insert(platforms)
    .values({ platformName: `platform ${Math.random()}`, tenantId })
    .returning({ id: platforms.id })
  return insertedRow(rows).id
}
