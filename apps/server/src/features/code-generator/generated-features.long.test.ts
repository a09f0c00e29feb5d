import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CFB } from '@e965/xlsx'
import { codeGenerator } from '@fleetdeck/contract/code-generator'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, type ProjectCopy } from '../../testing/project-copy.ts'
import {
  createSampleTables,
  type DesignChange,
  importedDesign,
  toDraft,
} from '../../testing/sample-tables.ts'

let site: TestSite
let copy: ProjectCopy
beforeAll(async () => {
  site = await startTestSite()
  await createSampleTables(site)
  copy = copyProject()
})
afterAll(async () => {
  await site.stop()
  await copy.remove()
})

async function saved(tableName: string, change: DesignChange = {}): Promise<number> {
  const design = await importedDesign(site, tableName)
  await site.admin.call(codeGenerator.edit, { body: toDraft(design, change) })
  return design.info.id
}

const dictionary = { dictType: 'sys_yes_no' }
const customerLink = { linkTable: 'crm_customers', linkLabel: 'customer_name' }
const long = 'aRatherLongNameOfSomethingHere'

/** A table with columns of every kind, a tree, and a master with details, with names of the maximum length. */
async function designs(): Promise<number[]> {
  const customers = await saved('crm_customers', {
    author: 'Wei */ `{x}`',
    options: { formColumns: 2 },
    columns: {
      level_type: dictionary,
      tags: { ...dictionary, display: 'checkbox' },
      credit: { isQuery: true, queryType: 'BETWEEN' },
      visited_at: { isQuery: true },
      birthday: { isQuery: true, queryType: 'BETWEEN' },
      is_vip: { isQuery: true },
      external_id: { isQuery: true },
      order_count: { isQuery: true, queryType: 'GTE', isEdit: false },
      note: { isInsert: false },
      a_rather_long_name_of_a_column_that_nobody_would_ever_give: {
        field: long,
        isQuery: true,
        queryType: 'LIKE',
      },
    },
  })
  const regions = await saved('crm_regions', {
    options: { template: 'tree', treeParent: 'parent_id', treeName: 'region_name', hasDetail: false },
  })
  // The region of an order and of its lines is a foreign key: its link is not chosen here.
  await saved('crm_order_lines_of_an_order')
  const orders = await saved('crm_orders', {
    className: 'RatherLongNameOfAnOrderOfOurs',
    options: {
      packageName: 'a-rather-long-name-of-an-order',
      businessName: 'aRatherLongNameOfAnOrderOfOurs',
      template: 'masterDetail',
      childTable: 'crm_order_lines_of_an_order',
      childKey: 'order_id',
    },
    columns: {
      customer_id: { ...customerLink, isQuery: true },
      referrer_id: { ...customerLink, isList: false },
    },
  })
  return [customers, regions, orders]
}

function unpacked(content: string, folder: string): string[] {
  const archive = CFB.read(Buffer.from(content, 'base64'), { type: 'buffer' })
  const files = archive.FileIndex as { content: Uint8Array }[]
  return files.flatMap((file, index) => {
    const name = String(archive.FullPaths[index] ?? '').replace('Root Entry/', '')
    if (name.endsWith('/') || !name) return []
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), file.content)
    return [name]
  })
}

/** Shared files of the project that get additional lines. */
function filesChanged(folder: string): string[] {
  const { insertions } = JSON.parse(readFileSync(path.join(folder, 'feature.json'), 'utf8')) as {
    insertions: { file: string }[]
  }
  return [...new Set(insertions.map(({ file }) => file))]
}

/** The checks run many programs and change the copy, so they are not retried. */
const lasting = { timeout: 600_000, retry: 0 }

/** Checks that cover all calls together, without calling each. */
const quickly = '^(?!shows what|touches what)'

test('generated features pass all checks in a copy of the project', lasting, async () => {
  const { content, fileName } = await site.admin.call(codeGenerator.generate, {
    body: { ids: await designs() },
  })
  expect(fileName).toMatch(/^features_\d+\.zip$/)
  const unzipped = path.join(copy.folder, '.cache/made')
  const names = unpacked(content, unzipped)
  const sources = names.filter((name) => /\.tsx?$/.test(name))
  const tests = sources.filter((name) => name.endsWith('.test.ts'))
  expect([names.includes('GUIDE.md'), tests.length]).toEqual([true, 3])

  await copy.run('scripts/add-feature.ts', unzipped)
  const style = (...more: string[]) =>
    copy.run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...more)
  await style('--error-on-warnings', ...sources)
  const changed = filesChanged(unzipped)
  await style('--write', ...changed)
  const config = ['--config', 'apps/server/drizzle.config.ts', '--name', 'crm']
  await copy.run('node_modules/drizzle-kit/bin.cjs', 'generate', ...config)
  const checked = [
    'packages/i18n',
    'apps/server/src/platform/http/guard.test.ts',
    'apps/server/src/platform/http/endpoint-scopes.test.ts',
  ]
  await Promise.all([
    copy.run('apps/server/src/testing/check-types.ts', copy.folder, ...sources, ...changed),
    copy.run('scripts/check-imports.ts'),
    copy.run('node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '-t', quickly, ...tests, ...checked),
  ])
})
