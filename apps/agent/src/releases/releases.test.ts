import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runProgram } from '../computer/run-program.ts'
import { installPrograms } from '../computer/testing/install-programs.ts'
import { cleanReleases, prepareRelease, UpdateRefused } from './prepare-release.ts'
import { mainOf, readReleaseState, writeReleaseState } from './release-state.ts'
import { tryRelease } from './try-release.ts'

let folder: string
let server: Server
let offered: Buffer
let asked: (string | undefined)[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'releases-'))
  offered = Buffer.alloc(0)
  asked = []
  server = createServer((request, response) => {
    asked.push(request.headers.authorization)
    response.setHeader('content-type', 'application/octet-stream')
    response.end(offered)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  server.close()
  await rm(folder, { recursive: true })
})

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
async function write(name: string, content: string) {
  const file = join(folder, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}
/** Offers a package with these files; resolves to its SHA-256. */
async function offer(files: Record<string, string>): Promise<string> {
  for (const [name, content] of Object.entries(files)) await write(`packed/package/${name}`, content)
  const archive = join(folder, 'package.tgz')
  await runProgram('tar', ['-czf', archive, '-C', join(folder, 'packed'), 'package'])
  offered = await readFile(archive)
  return hashOf(offered)
}
function offerBytes(text: string): string {
  offered = Buffer.from(text)
  return hashOf(offered)
}
const manifest = (dependencies: Record<string, string> = {}) =>
  JSON.stringify({ version: '0.2.0', type: 'module', dependencies })
const stateDir = () => join(folder, 'state')
async function prepare(sha256: string) {
  const installedMain = await write('installed/src/main.ts', '')
  await write('installed/package.json', JSON.stringify({ version: '0.1.0' }))
  const { port } = server.address() as AddressInfo
  const url = new URL(`http://127.0.0.1:${port}`)
  return prepareRelease(
    { stateDir: stateDir(), servers: { current: url }, token: 'secret', installedMain },
    sha256,
  )
}

describe('a package is prepared', () => {
  test('with the token of the computer, and uses the packages of the installed agent', async () => {
    await write('installed/node_modules/@scope/part/package.json', JSON.stringify({ version: '1.0.0' }))
    const sha256 = await offer({ 'package.json': manifest({ '@scope/part': '1.0.0' }), 'dist/main.js': '' })
    expect(await prepare(sha256)).toEqual({ version: '0.2.0', sha256 })
    expect(asked).toEqual(['Bearer secret'])
    const main = mainOf(stateDir(), { version: '0.2.0', sha256 })
    expect(await readdir(join(dirname(main), '../node_modules/@scope'))).toEqual(['part'])
  })

  test('with packages of its own when it needs other versions', async () => {
    await write('installed/node_modules/part/package.json', JSON.stringify({ version: '1.0.0' }))
    await installPrograms(folder, { npm: `echo "$@" > ${folder}/said` })
    const sha256 = await offer({ 'package.json': manifest({ part: '2.0.0' }), 'dist/main.js': '' })
    await prepare(sha256)
    expect(await runProgram('cat', [join(folder, 'said')])).toContain('install --prefix ')
  })

  test('and is refused when these cannot be installed', async () => {
    await installPrograms(folder, { npm: 'echo "ENOTFOUND registry" >&2; exit 1' })
    const sha256 = await offer({ 'package.json': manifest({ part: '2.0.0' }), 'dist/main.js': '' })
    await expect(prepare(sha256)).rejects.toMatchObject({
      ...{ failure: 'dependencies', message: 'ENOTFOUND registry' },
    })
  })

  test.each([
    ['has another content', async () => (await offer({ 'dist/main.js': '' })) && 'ab'.repeat(32), 'SHA-256 '],
    ['is no archive', async () => offerBytes('text'), 'gzip'],
    ['has no program', async () => offer({ 'package.json': manifest() }), 'dist/main.js is missing'],
  ])('and is refused when it %s', async (_what, make, reason) => {
    const refused = await prepare(await make()).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UpdateRefused)
    expect(refused).toMatchObject({ failure: 'download', message: expect.stringContaining(reason) })
  })

  test('and former ones are removed, but for the one that runs', async () => {
    const [first, second] = ['a1'.repeat(32), 'b2'.repeat(32)]
    for (const sha256 of [first, second])
      await write(`state/releases/${sha256.slice(0, 16)}/package/dist/main.js`, '')
    await cleanReleases(stateDir(), { version: '0.2.0', sha256: second })
    expect(await readdir(join(stateDir(), 'releases'))).toEqual([second.slice(0, 16)])
  })
})

describe('a release on trial', () => {
  /** Under load, a program takes seconds to start. */
  const limitMs = 15_000
  /** @param name distinguishes trials at the same time */
  async function trial(program: string, { workedBefore = 2, name = 'c3' } = {}) {
    const release = { version: '0.2.0', sha256: name.repeat(32) }
    await write(`state/releases/${release.sha256.slice(0, 16)}/package/dist/main.js`, program)
    await write(`state/releases/${release.sha256.slice(0, 16)}/package/package.json`, manifest())
    const installedMain = '/installed/main.ts'
    return tryRelease({ stateDir: stateDir(), installedMain, words: [], workedBefore, limitMs }, release)
  }
  /** Tells these facts, one after the other, and then runs on. */
  const tells = (...facts: { isWelcome: boolean; working: number }[]) =>
    `for (const facts of ${JSON.stringify(facts)}) process.send(facts); setInterval(() => {}, 1000)`

  test('that connects to the console and its phones is good', async () => {
    await trial(tells({ isWelcome: true, working: 1 }, { isWelcome: true, working: 2 }))
    await trial(tells({ isWelcome: true, working: 0 }), { workedBefore: 0 })
  })

  test.each([
    ['ends', 'process.exit(4)', 'exit 4'],
    ['cannot be loaded', 'import "./missing.js"', 'exit 1'],
  ])('that %s is undone', async (_what, program, message) => {
    await expect(trial(program)).rejects.toMatchObject({ failure: 'noStart', message })
  })

  test('is judged when the time is over: some of the phones are enough, which may have gone meanwhile', async () => {
    const judged = [
      trial(tells({ isWelcome: true, working: 1 }), { name: 'c4' }),
      trial(tells({ isWelcome: false, working: 2 }), { name: 'c5' }),
      trial(tells({ isWelcome: true, working: 0 }), { name: 'c6' }),
      trial('for (;;);', { name: 'c7' }),
    ].map((ended) =>
      ended.then(
        () => 'good',
        ({ failure }: UpdateRefused) => failure,
      ),
    )
    expect(await Promise.all(judged)).toEqual(['good', 'noConsole', 'noPhones', 'noConsole'])
  })
})

test('a damaged file about updates is like none', async () => {
  const state = { installed: '0.1.0 1', release: { version: '0.2.0', sha256: 'd4'.repeat(32) }, failed: null }
  writeReleaseState(stateDir(), state)
  expect(readReleaseState(stateDir())).toEqual(state)
  for (const damaged of [
    '{',
    '[]',
    '{"installed":1}',
    '{"installed":"x","release":{"sha256":"../.."},"failed":null}',
  ]) {
    await write('state/releases/state.json', damaged)
    expect(readReleaseState(stateDir())).toBeUndefined()
  }
})
