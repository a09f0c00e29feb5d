import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { posts } from '@fleetdeck/contract/posts'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { LogFile } from './rotating-file.ts'

const longestLine = 8192

/** A site that writes its log to a file of `mostBytes`; `stop()` returns the lines of the newest file. */
async function loggingSite(limits: Partial<LogFile> = {}) {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const file = path.join(folder.path, 'server.log')
  const site = await startTestSite({ logFile: { path: file, mostBytes: 1_000_000, files: 3, ...limits } })
  const readLines = () => readFileSync(file, 'utf8').trimEnd().split('\n')
  const stop = async () => {
    await site.stop()
    return readLines().map((line) => JSON.parse(line))
  }
  return { site, stop, readLines, folder: folder.path }
}

async function failing(site: TestSite, statement: string): Promise<unknown> {
  return site.deps.db.execute(sql`${sql.raw(statement)} ${'the parameter'}`).catch((error: unknown) => error)
}

test('a thousand equal failures make a line immediately and a count', async () => {
  const { site, stop } = await loggingSite()
  await site.deps.db.execute(sql`alter table posts rename to absent`)
  const answers = new Set<number>()
  for (let n = 0; n < 1000; n += 1) answers.add((await site.admin.ask(posts.list)).code)
  expect([...answers]).toEqual([500])
  await site.deps.db.execute(sql`alter table absent rename to posts`)

  const lines = await stop()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    level: 50,
    msg: 'could not answer a call',
    err: { type: 'DrizzleQueryError', cause: { code: '42P01', message: /"posts" does not exist/ } },
  })
  expect(lines[1]).toMatchObject({
    level: 50,
    repeated: 999,
    msg: /^could not answer a call: .* repeated 999 times$/,
  })
})

test('a statement of 5 MB makes a short line, without its parameters', async () => {
  const { site, stop, readLines } = await loggingSite()
  const err = await failing(site, `select '${'x'.repeat(5_000_000)}' from nowhere where name =`)
  site.deps.log.error({ err }, 'a test')
  expect(readLines().at(-1)?.length).toBeLessThan(longestLine)
  site.deps.log.warn({ values: Array.from({ length: 100_000 }, (_, n) => n) }, 'long '.repeat(100_000))
  expect(readLines().at(-1)?.length).toBeLessThan(longestLine)

  const [failed, long] = await stop()
  expect(failed.err.message).toMatch(/^Failed query: select 'xxx.*… \([\d,]+ characters\)$/)
  expect(JSON.stringify(failed)).not.toContain('the parameter')
  expect(failed.err).not.toHaveProperty('params')
  expect(failed.err.cause).toMatchObject({ code: '42P01', message: 'relation "nowhere" does not exist' })
  expect(failed.err.stack).toMatch(/^at /)
  expect(long.msg).toMatch(/^long long .*… \(500,000 characters\)$/)
})

test('different messages are all logged, and numbers and quoted values make no difference', async () => {
  const { site, stop } = await loggingSite()
  for (const message of ['no answer from 10.0.0.1', 'no answer from 10.0.0.2', 'the disk is full'])
    site.deps.log.error(new Error(message), 'a test')
  expect((await stop()).map(({ repeated, err }) => repeated ?? err.message)).toEqual([
    'no answer from 10.0.0.1',
    'the disk is full',
    1,
  ])
})

test('a log file is replaced when it is full, and the oldest is removed', async () => {
  const { site, stop, folder } = await loggingSite({ mostBytes: 2000, files: 3 })
  const words = Array.from({ length: 40 }, (_, n) => String.fromCharCode(97 + (n % 26)).repeat(n + 1))
  for (const word of words) site.deps.log.warn(`${word} ${'-'.repeat(300)}`)
  await stop()
  const names = readdirSync(folder).sort()
  expect(names).toEqual(['server.log', 'server.log.1', 'server.log.2'])
  for (const name of names) expect(readFileSync(path.join(folder, name)).byteLength).toBeLessThanOrEqual(2000)
  expect(readFileSync(path.join(folder, 'server.log'), 'utf8')).toContain(words.at(-1))
})
