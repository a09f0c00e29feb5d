import { ScriptId, type UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { platforms } from '../platform/db/schema/platforms.ts'
import { scripts, scriptVersions } from '../platform/db/schema/scripts.ts'

type Script = Partial<typeof scripts.$inferInsert> & { scriptName: string; tenantId: UserId }

/** A script in the database, with one version whose file is never requested; returns its id. */
export async function addScript(db: Db, { platformId, ...script }: Script): Promise<ScriptId> {
  const platform = platformId ?? (await addPlatform(db, script.tenantId))
  const [row] = await db
    .insert(scripts)
    .values({ ...script, platformId: platform })
    .returning({ id: scripts.id })
  const scriptId = row?.id ?? ScriptId.parse(0)
  const file = { fileName: `${script.scriptName}.js`, originalName: 'script.js', size: 1 }
  const [version] = await db
    .insert(scriptVersions)
    .values({ ...file, scriptId, version: '1.0', md5: '0'.repeat(32) })
    .returning({ id: scriptVersions.id })
  await db
    .update(scripts)
    .set({ versionId: version?.id ?? 0 })
    .where(eq(scripts.id, scriptId))
  return scriptId
}

async function addPlatform(db: Db, tenantId: UserId): Promise<number> {
  const [row] = await db
    .insert(platforms)
    .values({ platformName: `platform ${Math.random()}`, tenantId })
    .returning({ id: platforms.id })
  return row?.id ?? 0
}
