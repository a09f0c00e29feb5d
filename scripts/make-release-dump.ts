import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fillEveryTable } from '@fleetdeck/testing/site/fill-every-table'
import { makeDump } from '@fleetdeck/testing/site/migrated-dump'
import { startTestSite } from '@fleetdeck/testing/site/test-site'
import type pg from 'pg'
import { makeBackup } from '../apps/server/src/platform/backup/make-backup.ts'
import { productVersion } from '../apps/server/src/platform/core/product.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { FolderStore } from '../apps/server/src/platform/storage/folder-store.ts'
import { releaseDump } from '../apps/server/src/testing/release-dumps.ts'

/**
 * Stores a backup of this version with a row in every table: `npm run release:dump`, once, at the commit of a release.
 * Later versions are tested with it.
 */
await makeDump()
const site = await startTestSite({ inFolder: true })
await site.reset()
const { $client: pool } = site.deps.db as Db & { $client: pg.Pool }
await fillEveryTable(site, pool)
const target = releaseDump(productVersion)
mkdirSync(path.dirname(target), { recursive: true })
const open = { kind: 'embedded' as const, pool }
const { rows } = await makeBackup(target, {
  open,
  dataDir: site.dataDir,
  store: new FolderStore(site.dataDir),
  signal: new AbortController().signal,
})
console.log(`${path.relative('', target)}: ${rows} rows`)
await site.stop()
process.exit()
