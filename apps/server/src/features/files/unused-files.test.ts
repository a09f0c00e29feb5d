import { Readable } from 'node:stream'
import { commands } from '@fleetdeck/contract/commands'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { UserId } from '@fleetdeck/contract/ids'
import { notices } from '@fleetdeck/contract/notices'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../../platform/core/site-clock.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { users } from '../../platform/db/schema/users.ts'
import { ignoredTables } from '../../platform/files/unused-files.queries.ts'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

async function store(originalName = 'a.png'): Promise<string> {
  const { fileName } = await site.deps.files.save(Readable.from(['1']), {
    ...{ originalName, mediaType: 'image/png', ownerId: UserId.parse(1), temporary: false, limit: 100 },
  })
  return fileName
}
const address = (fileName: string) => `/common/file/${fileName}`
const find = (fileName: string) => site.deps.files.find(fileName)
const clean = () => {
  const yesterday = new Date(siteMs() - 86_400_000)
  return site.deps.files.clean(yesterday, yesterday)
}
const passHours = (hours: number) =>
  site.deps.db.update(storedFiles).set({ unusedSince: sql`unused_since - ${hours} * interval '1 hour'` })
async function cleanLater() {
  await clean()
  await passHours(25)
  await clean()
}

test('an upload that nothing refers to is deleted with its bytes after the hours of the parameter', async () => {
  const fileName = await store()
  const row = await find(fileName)
  if (!row) throw new Error('the file was not stored')
  await clean()
  await passHours(23)
  await clean()
  expect(await find(fileName)).toBeDefined()
  await passHours(2)
  await site.deps.parameters.set('storage.unusedHours', '48')
  await runJob(site, 'cleanFiles')
  expect(await find(fileName)).toBeDefined()
  await clean()
  expect(await find(fileName)).toBeUndefined()
  await expect(site.deps.files.read(row)).rejects.toThrow('fileMissing')
})

describe('an upload stays while it is used', () => {
  const uses: [name: string, use: (fileName: string) => Promise<unknown>][] = [
    [
      'in a notice, in the middle of its text',
      (fileName) =>
        site.admin.call(notices.add, {
          body: {
            ...{ noticeTitle: 'T', noticeType: '1' as const, status: 0 },
            noticeContent: `<p>before <img src="${address(fileName)}"> after</p>`,
          },
        }),
    ],
    [
      'in a parameter',
      (fileName) => site.deps.parameters.set('sys.logo', `https://console.example${address(fileName)}`),
    ],
    [
      'by a script',
      async (fileName) => {
        await site.admin.call(platforms.add, { body: { platformName: 'P' } })
        await site.admin.call(scripts.add, {
          body: { scriptName: 'S', platformId: 1, version: '1', fileName } as never,
        })
      },
    ],
    [
      'by a command',
      async (fileName) => {
        await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
        await addAssignedPhone(site, 1)
        await site.admin.call(commands.add, {
          body: { order: { command: 'push', fileName }, selection: { ids: [1] } } as never,
        })
      },
    ],
    [
      'as a picture of a user',
      (fileName) =>
        site.deps.db
          .update(users)
          .set({ avatar: address(fileName) })
          .where(eq(users.id, UserId.parse(1))),
    ],
    [
      'in a data item',
      async (fileName) => {
        await site.admin.call(dataGroups.add, { body: { groupName: 'G' } })
        await site.admin.call(dataItems.add, {
          body: { groupId: 1, name: 'k', content: `see ${address(fileName)}` } as never,
        })
      },
    ],
    [
      'in a table that a feature adds',
      async (fileName) => {
        await site.deps.db.execute(sql`create table if not exists extra (id int, info jsonb, words text[])`)
        await site.deps.db.execute(
          sql`insert into extra values (1, ${JSON.stringify({ picture: fileName })}::jsonb, '{}')`,
        )
      },
    ],
    [
      'in a table that a user designed, by its name without extension',
      async (fileName) => {
        await site.deps.db.execute(sql`create table if not exists dynamic.designed (words varchar(200))`)
        await site.deps.db.execute(sql`insert into dynamic.designed values (${fileName.slice(0, 36)})`)
      },
    ],
  ]
  test.each(uses)('%s', async (_, use) => {
    const used = await store('a.js')
    const unused = await store('a.js')
    await use(used)
    await cleanLater()
    expect(await find(used)).toBeDefined()
    expect(await find(unused)).toBeUndefined()
    await site.deps.db.execute(sql`drop table if exists extra`)
    await site.deps.db.execute(sql`drop table if exists dynamic.designed`)
  })
})

test('an upload that is used shortly before its end stays, and counts from the beginning again', async () => {
  const fileName = await store('a.js')
  await clean()
  await passHours(25)
  expect(await site.deps.files.claim(fileName, UserId.parse(2))).toBeUndefined()
  expect(await site.deps.files.claim(fileName, UserId.parse(1))).toMatchObject({ fileName })
  await clean()
  expect(await find(fileName)).toBeDefined()
})

test('only tables of the product are ignored in the search for uses', async () => {
  const { rows } = await site.deps.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name = any(${sql.param(ignoredTables)}::text[])`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(ignoredTables.toSorted())
})
