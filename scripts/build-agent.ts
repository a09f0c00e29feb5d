import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { AgentPackage } from '@fleetdeck/contract/agent-package'
import { type Plugin, rolldown } from 'rolldown'
import { pack } from 'tar-stream'

const root = path.resolve(import.meta.dirname, '..')
const agent = path.join(root, 'apps/agent')
const source = path.join(agent, 'src')
export const agentPackageFolder = path.join(agent, 'dist')
/** Programs, and files that they start as processes and threads. */
const programs = [
  '{main,pair,phones}.ts',
  'processes/process-main.ts',
  '**/*-worker.ts',
  'vision/vision-process.ts',
]
const notOurs = ['**/testing/**']
const prelude = 'scripts/prelude'
const sources = [
  'apps/agent/src/**',
  'apps/agent/package.json',
  'packages/!(testing)/src/**',
  'package-lock.json',
]
/** Of all files in the package, so that the same source makes the same package. */
const mtime = new Date(0)

interface Manifest {
  version: string
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))

/** Packages with native programs, WebAssembly or fonts; all others become part of the programs. */
const isBundled = (name: string) =>
  !/^(@fontsource|@gutenye|@jitl|@napi-rs|@roamhq|onnxruntime-node|tinyh264)/.test(name)

/** Builds the agent's package, if it is missing or older than one of its sources. */
export async function buildAgentIfStale(): Promise<void> {
  const built = path.join(agentPackageFolder, 'agent.json')
  if (existsSync(built) && !isOlderThanSources(statSync(built).mtimeMs)) return
  await buildAgent()
}

function isOlderThanSources(builtAt: number): boolean {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return files.some((name) => statSync(path.join(root, name)).mtimeMs > builtAt)
}

/** An npm package as .tgz, and what servers tell of it. */
async function buildAgent(folder = agentPackageFolder): Promise<void> {
  const entries = programs.flatMap((pattern) => globSync(pattern, { cwd: source, exclude: notOurs }))
  const input = Object.fromEntries(
    entries.map((file) => [path.basename(file, '.ts'), path.join(source, file)]),
  )
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => !isBundled(id),
    plugins: [besideEachOther(Object.keys(input))],
    logLevel: 'warn',
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const files = new Map<string, string | Uint8Array>([['package.json', packageJson()]])
  files.set('LICENSE', readFileSync(path.join(root, 'LICENSE')))
  for (const part of output)
    files.set(`dist/${part.fileName}`, part.type === 'chunk' ? part.code : part.source)
  for (const file of globSync(`${prelude}/!(*.test).js`, { cwd: source }))
    files.set(`dist/prelude/${path.basename(file)}`, readFileSync(path.join(source, file)))
  save(await archive(files), folder)
}

/** All programs are in one folder, and JavaScript. */
function besideEachOther(names: string[]): Plugin {
  const address = /new URL\('(?:\.{1,2}\/)+(?:[\w-]+\/)*([\w-]+)\.ts', import\.meta\.url\)/g
  return {
    name: 'beside-each-other',
    transform: (code) =>
      code.replaceAll(address, (_all, name: string) => {
        if (!names.includes(name)) throw new Error(`${name}.ts is not a program of the package`)
        return `new URL('./${name}.js', import.meta.url)`
      }),
  }
}

/** Needs exactly the versions with which it is tested. */
function packageJson(): string {
  const { version, dependencies, peerDependencies } = readManifest(agent)
  const exact = (wanted: Record<string, string>) =>
    Object.fromEntries(
      Object.keys(wanted)
        .filter((name) => !isBundled(name))
        .map((name) => [name, readManifest(path.join(root, 'node_modules', name)).version]),
    )
  const manifest = {
    name: 'fleetdeck-agent',
    version,
    license: 'MIT',
    type: 'module',
    bin: { 'fleetdeck-agent': 'dist/main.js' },
    engines: { node: '>=24' },
    dependencies: exact(dependencies),
    peerDependencies: exact(peerDependencies),
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peerDependencies).map((name) => [name, { optional: true }]),
    ),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

async function archive(files: ReadonlyMap<string, string | Uint8Array>): Promise<Buffer> {
  const tar = pack()
  for (const name of [...files.keys()].sort())
    tar.entry({ name: `package/${name}`, mtime }, Buffer.from(files.get(name) ?? ''))
  tar.finalize()
  return gzipSync(await buffer(tar), { level: 9 })
}

/** A server that reads it meanwhile gets the former or the new one. */
function save(content: Buffer, folder: string): void {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const facts: AgentPackage = { version: readManifest(agent).version, sha256, size: content.length }
  mkdirSync(folder, { recursive: true })
  replace(path.join(folder, `${sha256}.tgz`), content)
  replace(path.join(folder, 'agent.json'), `${JSON.stringify(facts, null, 2)}\n`)
  for (const name of globSync('*.tgz', { cwd: folder }))
    if (name !== `${sha256}.tgz`) rmSync(path.join(folder, name))
}

function replace(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.${process.pid}`, content)
  renameSync(`${file}.${process.pid}`, file)
}

if (import.meta.main) await buildAgent(process.argv[2])
