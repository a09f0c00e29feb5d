import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { HotState } from '@fleetdeck/contract/hot-scripts'
import type { TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { hotScripts } from '../../platform/db/schema/hot-scripts.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { scriptCauses, scriptEvidence, scriptExceptions } from '../../platform/db/schema/script-exceptions.ts'
import { scriptPulls, scriptSources } from '../../platform/db/schema/script-sources.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'

/** A script with one version, on a separate platform. */
export async function addScripts(
  { deps }: TestSite,
  { tenant, ownerId }: Pick<TenantFixtures, 'tenant' | 'ownerId'>,
) {
  const { db, files } = deps
  const platform = { platformName: `${tenant}-used-platform`, tenantId: ownerId }
  const { id: platformId } = insertedRow(await db.insert(platforms).values(platform).returning())
  const script = { scriptName: `${tenant}-script`, platformId, tenantId: ownerId }
  const { id: scriptId } = insertedRow(await db.insert(scripts).values(script).returning())
  const file = await files.save(Readable.from(['1']), {
    originalName: `${tenant}.js`,
    mediaType: 'text/plain',
    ownerId,
    temporary: false,
    limit: 100,
  })
  const { fileName, originalName, size, md5 } = file
  const version = { scriptId, version: '1', fileName, originalName, size, md5 }
  const { id: scriptVersionId } = insertedRow(await db.insert(scriptVersions).values(version).returning())
  await db.update(scripts).set({ versionId: scriptVersionId }).where(eq(scripts.id, scriptId))
  const at = new Date()
  const cause = {
    tenantId: ownerId,
    scriptName: script.scriptName,
    fingerprint: tenant,
    message: `${tenant} failed`,
    frame: '',
    scriptVersion: '1',
    count: 1,
    firstAt: at,
    lastAt: at,
  }
  const { id: scriptCauseId } = insertedRow(await db.insert(scriptCauses).values(cause).returning())
  const exception = {
    ...{ causeId: scriptCauseId, deviceNo: tenant, scriptName: script.scriptName, scriptVersion: '1' },
    ...{ apkVersion: '1', exception: cause.message, evidence: 'stored' as const, createdAt: at },
  }
  const { id: scriptExceptionId } = insertedRow(
    await db.insert(scriptExceptions).values(exception).returning(),
  )
  const nothing = { screenshot: { missing: 'failed' }, elements: { missing: 'failed' } }
  const { fileName: evidenceName } = await files.save(Readable.from([gzipSync(JSON.stringify(nothing))]), {
    originalName: 'evidence.json.gz',
    mediaType: 'application/gzip',
    ownerId,
    temporary: false,
    limit: 1000,
  })
  const evidence = { exceptionId: scriptExceptionId, causeId: scriptCauseId, fileName: evidenceName }
  await db.insert(scriptEvidence).values(evidence)
  // An address that is refused immediately: nothing is read.
  const source: typeof scriptSources.$inferInsert = {
    ...{
      sourceName: `${tenant}-source`,
      tenantId: ownerId,
      platformId,
      address: `ssh://git@127.0.0.1/${tenant}`,
    },
    ...{ branch: 'main', folder: '', authKind: 'none', intervalMinutes: 0, provider: 'other' },
    ...{ hookKey: tenant, hookSecret: deps.seal.seal(tenant, 'script_sources.hook_secret') },
  }
  const { id: scriptSourceId } = insertedRow(await db.insert(scriptSources).values(source).returning())
  const pull: typeof scriptPulls.$inferInsert = {
    ...{ sourceId: scriptSourceId, number: 1, title: tenant, author: tenant, url: '', sha: '0'.repeat(40) },
    ...{ isFork: false, state: 'skipped', endedAt: at },
  }
  const { id: scriptPullId } = insertedRow(await db.insert(scriptPulls).values(pull).returning())
  const more = (name: string) => ({ scriptName: `${tenant}-${name}`, platformId, tenantId: ownerId })
  const { id: hotFreeScriptId } = insertedRow(await db.insert(scripts).values(more('hot-free')).returning())
  const addHot = async (name: string, state: HotState) => {
    const { id } = insertedRow(
      await db
        .insert(scripts)
        .values(more(`${name}-script`))
        .returning(),
    )
    const hotVersion = { scriptId: id, version: 'hot', fileName, originalName, size, md5, isHot: true }
    const { id: versionId } = insertedRow(await db.insert(scriptVersions).values(hotVersion).returning())
    const hot = {
      ...{ hotName: `${tenant}-${name}`, tenantId: ownerId, scriptId: id, versionId, state },
      ...{ forceUpdate: 1, versionPopup: 1, versionMsg: '', groupIds: [], exceptionLimit: 5, whenOver: 0 },
      publishedAt: at,
    }
    return { scriptId: id, hotId: insertedRow(await db.insert(hotScripts).values(hot).returning()).id }
  }
  const { scriptId: hotScriptId, hotId } = await addHot('hot', 'draft')
  const { hotId: hotFinishedId } = await addHot('hot-finished', 'finished')
  return {
    ...{ scriptId, scriptVersionId, scriptCauseId, scriptExceptionId, scriptSourceId, scriptPullId },
    ...{ hotId, hotFinishedId, hotScriptId, hotFreeScriptId },
  }
}
