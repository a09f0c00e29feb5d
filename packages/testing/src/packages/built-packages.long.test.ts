import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { parse } from 'acorn'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltPackages, buildPackages, installPackage, readManifest } from './installed-packages.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 })

const root = path.resolve(import.meta.dirname, '../../../..')
const names = ['fleetdeck', 'fleetdeck-agent'] as const
let built: BuiltPackages
let again: BuiltPackages
let folder: string
const packages = { fleetdeck: '', 'fleetdeck-agent': '' }
beforeAll(async () => {
  built = await buildPackages()
  again = await buildPackages()
  folder = await mkdtemp(path.join(tmpdir(), 'installed-packages-'))
  for (const name of names) packages[name] = await installPackage(name, built.folder, path.join(folder, name))
})
afterAll(async () => {
  await built.remove()
  await again.remove()
  await rm(folder, { recursive: true })
})

const runBin = (name: keyof typeof packages, words: string[], { env = {}, node = [] as string[] } = {}) => {
  const bin = path.join(packages[name], `bin/${name}.js`)
  const child = spawnSync(process.execPath, [...node, bin, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  })
  return { code: child.status, said: child.stdout + child.stderr }
}

test('the same source makes the same packages and bills of materials', async () => {
  const files = await readdir(built.folder)
  expect(files.sort()).toEqual(names.flatMap((name) => [`${name}.cdx.json`, `${name}.tgz`]).sort())
  for (const file of files) {
    const [first, second] = await Promise.all(
      [built, again].map((each) => readFile(path.join(each.folder, file))),
    )
    expect(first?.equals(second ?? Buffer.alloc(0)), file).toBe(true)
  }
})

test.each([
  ['fleetdeck', 8],
  ['fleetdeck-agent', 1],
])('%s has at most %d MB', async (name, megabytes) => {
  expect((await readFile(path.join(built.folder, `${name}.tgz`))).length).toBeLessThan(megabytes * 2 ** 20)
})

test.each(names)('%s has only JavaScript, and no file of the source or of tests', async (name) => {
  const files = globSync('**/*', { cwd: packages[name] })
  expect(files.filter((file) => /\.tsx?$|\.test\.|\.map$|node_modules/.test(file))).toEqual([])
  const text = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(packages[name], file), 'utf8'))
  expect(text.filter((code) => code.includes(root))).toEqual([])
})

interface Bom {
  metadata: { timestamp?: string; component: { name: string; version: string } }
  serialNumber?: string
  components: { purl: string; scope: string; hashes?: unknown[]; licenses?: unknown[] }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

test.each(names)(
  'the bill of materials of %s is valid, and has what the package contains and installs',
  async (name) => {
    const text = await readFile(path.join(built.folder, `${name}.cdx.json`), 'utf8')
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull()
    const bom: Bom = JSON.parse(text)
    const { version, dependencies } = await readManifest(packages[name])
    expect(bom.metadata.component).toMatchObject({ name, version })
    expect([bom.serialNumber, bom.metadata.timestamp]).toEqual([undefined, undefined])
    const listed = new Set(bom.components.map(({ purl }) => purl))
    const purlOf = (each: string, at: string) => `pkg:npm/${each.replace('@', '%40')}@${at}`
    for (const [each, at] of Object.entries(dependencies)) expect(listed).toContain(purlOf(each, at))
    const licenses = await readFile(path.join(packages[name], 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const [, each = '', at = ''] of licenses.matchAll(
      /^((?:@[\w.-]+\/)?[a-z][\w.-]*) (\d+\.\d+\.\d+\S*)$/gm,
    ))
      expect(listed).toContain(purlOf(each, at))
    expect(bom.components.filter(({ hashes, licenses }) => !hashes || !licenses)).toEqual([])
  },
)

test('the server’s bill of materials has the libraries of server, console and agent, and no tool', async () => {
  const { components }: Bom = JSON.parse(
    await readFile(path.join(built.folder, 'fleetdeck.cdx.json'), 'utf8'),
  )
  const listed = components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\/|@[^@]+$/g, '')))
  const used = ['apps/server', 'apps/web', 'apps/agent', 'packages/contract', 'packages/cron', 'packages/zip']
    .map((each) => JSON.parse(readFileSync(path.join(root, each, 'package.json'), 'utf8')))
    .flatMap(({ dependencies }) => Object.keys(dependencies))
    .filter((each) => !each.startsWith('@fleetdeck/'))
  const collections = ['codemirror', '@tiptap/pm']
  expect(used.filter((each) => !listed.includes(each) && !collections.includes(each))).toEqual([])
  const tools = ['vitest', 'vite', 'rolldown', 'chai', 'fast-check', 'knip', 'playwright-core', 'tsc7']
  expect(tools.filter((each) => listed.includes(each))).toEqual([])
  expect(components.filter(({ purl }) => purl.includes('canvas-darwin-arm64'))).toMatchObject([
    { scope: 'optional' },
  ])
})

test.each(names)('%s says its version and how it is used', async (name) => {
  const { version } = await readManifest(packages[name])
  expect(runBin(name, ['--version'])).toEqual({ code: 0, said: `${version}\n` })
  const help = runBin(name, ['--help'], { env: { LANG: 'zh_TW.UTF-8' } })
  expect(help.code).toBe(0)
  expect(help.said).toMatch(new RegExp(`^用法：${name} `))
  expect(help.said).not.toContain('npm run')
})

test('the programs of a package say how they are used there', () => {
  for (const words of [['pair', '--help'], ['phones', '--help'], ['--server']])
    expect(runBin('fleetdeck-agent', words).said).toMatch(/fleetdeck-agent (pair|phones|--server)/)
  expect(runBin('fleetdeck', ['phones', '--help']).said).toContain('fleetdeck phones --server')
  expect(runBin('fleetdeck', ['db', '--help'])).toMatchObject({ code: 0 })
  expect(runBin('fleetdeck', ['db', 'restore']).said).toContain('fleetdeck db restore FILE')
  expect(runBin('fleetdeck', ['login'])).toMatchObject({ code: 2 })
})

/** Makes a newer Node appear to be an older one. */
const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`

test.each(names)('an older Node can read the start of %s', async (name) => {
  const text = await readFile(path.join(packages[name], `bin/${name}.js`), 'utf8')
  expect(() => parse(text, { ecmaVersion: 2022, sourceType: 'module', allowHashBang: true })).not.toThrow()
})

test('an older Node goes on with one that npm has', async () => {
  const bin = path.join(folder, 'with-npm')
  await mkdir(bin)
  await writeFile(path.join(bin, 'npm'), `#!/bin/sh\necho "${process.execPath}"\n`, { mode: 0o755 })
  const { code, said } = runBin('fleetdeck-agent', ['pair', '--help'], {
    node: [`--import=${older}`],
    env: { PATH: `${bin}:/bin` },
  })
  expect(said).toContain('Node 20.1.0 is too old: fetching Node 24')
  expect({ code, said }).toMatchObject({
    code: 0,
    said: expect.stringContaining('Usage: fleetdeck-agent pair'),
  })
})

test.each([
  ['en_GB', 'Node 24 or newer is needed; this is 20.1.0'],
  ['zh_CN', '需要 Node 24 或更新的版本，当前为 20.1.0'],
  ['zh_TW', '需要 Node 24 以上的版本，目前為 20.1.0'],
])('without npm, an older Node in %s says which one is needed', async (locale, sentence) => {
  const env = { PATH: path.join(folder, 'none'), LANG: `${locale}.UTF-8` }
  const { code, said } = runBin('fleetdeck', [], { node: [`--import=${older}`], env })
  expect(said.trim().split('\n').at(-1)).toBe(sentence)
  expect(code).toBe(1)
})

test('a build stops when the source starts a file that the package would not have', async () => {
  const file = path.join(root, 'apps/agent/src/vision/workers.ts')
  const text = await readFile(file, 'utf8')
  const build = `
    import { bundle } from ${JSON.stringify(path.join(root, 'scripts/packages/bundle.ts'))}
    await bundle({ name: 'x', programs: ['apps/agent/src/vision/workers.ts'], places: {}, isInstalled: () => true, fonts: /./ })`
  expect(text).toContain("new URL('./vision-worker.ts', import.meta.url)")
  const run = () => execFileSync(process.execPath, ['--input-type=module', '-e', build], { stdio: 'pipe' })
  expect(run).toThrow('apps/agent/src/vision/vision-worker.ts is not in the package')
})
