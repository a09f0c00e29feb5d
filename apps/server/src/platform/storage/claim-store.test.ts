import path from 'node:path'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDb } from '../db/open-db.ts'
import { installation, servers } from '../db/schema/installation.ts'
import { claimStore } from './claim-store.ts'
import { FolderStore } from './folder-store.ts'

let site: TestSite
let folder: DataFolder
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await folder?.remove()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await folder.remove()
  await site.stop()
})

const store = (name: string) => new FolderStore(path.join(folder.path, name))
const claim = async (name: string, server: string, kind: OpenDb['kind'] = 'postgresql') => {
  const note = await claimStore({ db: site.deps.db, kind }, store(name), server)
  return note?.in('en')
}
/** A server that last reported so long ago. */
const heard = (serverName: string, seconds: number) => {
  const at = sql`now() - make_interval(secs => ${seconds})` as never
  const row = { serverName, facts: {} as never, startedAt: at, heardAt: at }
  return site.deps.db
    .insert(servers)
    .values(row)
    .onConflictDoUpdate({ target: servers.serverName, set: { heardAt: at } })
}
/** As if the store had been claimed an hour ago. */
const passHour = () => site.deps.db.update(installation).set({ fileStoreAt: sql`now() - interval '1 hour'` })

test('servers that share their files start beside each other', async () => {
  expect(await claim('shared', 'a')).toBeUndefined()
  await heard('a', 1)
  expect(await claim('shared', 'b')).toBeUndefined()
})

test('a server with other files than those of a running server is refused, with the settings to change', async () => {
  await claim('first', 'a')
  await heard('a', 1)
  await passHour()
  await expect(claim('second', 'b')).rejects.toThrow(
    /^Server a of the same database has its files in .*first, but this server uses .*second\. .*S3_URL, .*FILES_DIR/,
  )
  expect(await store('second').readMark()).toBeUndefined()
})

test('of two servers that start at the same time with files of their own, the second is refused', async () => {
  const starts = await Promise.allSettled([claim('first', 'a'), claim('second', 'b')])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a server that is alone may use other files, and says where the former ones are', async () => {
  await claim('first', 'a')
  await heard('a', 120)
  await passHour()
  expect(await claim('second', 'a')).toMatch(
    /^Note: the files of this database were in .*first, and this server uses .*second\. .*move-files/,
  )
  await heard('a', 1)
  await passHour()
  await expect(claim('first', 'b')).rejects.toThrow('has its files in')
})

test('an embedded database that was copied to another folder starts there at once', async () => {
  await claim('first', 'a', 'embedded')
  await heard('a', 1)
  expect(await claim('second', 'b', 'embedded')).toMatch(/^Note: the files of this database were in /)
})

test('the files of another installation are refused', async () => {
  await store('theirs').writeMark({ id: 'x', installation: 'another' })
  await expect(claim('theirs', 'a')).rejects.toThrow(
    /theirs belongs to another installation\. .*delete fleetdeck-store\.json/,
  )
})
