import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.ts'
import { type BuiltPackage, manifestText, readManifest } from './built-package.ts'
import { bundle } from './bundle.ts'
import { bundleBin } from './bundle-bin.ts'
import { lockedVersions } from './package-lock.ts'
import { thirdPartyLicenses } from './third-party-licenses.ts'

const source = 'apps/agent/src'
const prelude = `${source}/scripts/prelude`
/** Packages with native programs or WebAssembly; all others become part of the programs. */
const installed = /^(@gutenye\/|@jitl\/|@napi-rs\/|@roamhq\/|onnxruntime-node|tinyh264)/
const isInstalled = (name: string) => installed.test(name)

const sources = (...patterns: string[]) =>
  patterns.flatMap((pattern) => globSync(`${source}/${pattern}`, { cwd: root, exclude: ['**/testing/**'] }))

/** What the agent's programs start as processes and threads, and read. */
const parts = () => sources('**/*-worker.ts', 'vision/vision-process.ts')
const places = { [prelude]: './prelude' }
const preludeFiles = () =>
  sources('scripts/prelude/!(*.test).js').map(
    (file) => [`dist/prelude/${path.basename(file)}`, readFileSync(path.join(root, file))] as const,
  )

/** What another package needs to have simulated phones. */
export const phonesParts = () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = installedBeside()
  return {
    programs: [...sources('phones.ts'), ...parts()],
    places,
    isInstalled,
    files: preludeFiles(),
    manifest: { dependencies, peerDependencies, peerDependenciesMeta },
  }
}

function installedBeside() {
  const { dependencies = {}, peerDependencies = {} } = readManifest('apps/agent')
  return {
    dependencies: lockedVersions(Object.keys(dependencies).filter(isInstalled)),
    peerDependencies: lockedVersions(Object.keys(peerDependencies)),
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peerDependencies).map((name) => [name, { optional: true }]),
    ),
  }
}

export async function agentPackage(): Promise<BuiltPackage> {
  const { files, packages } = await bundle({
    name: 'fleetdeck-agent',
    programs: [...sources('{main,pair,phones}.ts', 'processes/process-main.ts'), ...parts()],
    places,
    isInstalled,
    fonts: /-latin-/,
  })
  const contents: BuiltPackage['files'] = new Map([
    ...[...files].map(([name, content]) => [`dist/${name}`, content] as const),
    ...preludeFiles(),
    ['bin/fleetdeck-agent.js', await bundleBin('fleetdeck-agent')],
    ['LICENSE', readFileSync(path.join(root, 'LICENSE'))],
    ['THIRD-PARTY-LICENSES.txt', thirdPartyLicenses(packages)],
  ])
  const manifest = {
    name: 'fleetdeck-agent',
    version: readManifest('apps/agent').version,
    description: 'Connects phones to the fleetdeck console.',
    license: 'MIT',
    type: 'module',
    bin: { 'fleetdeck-agent': 'bin/fleetdeck-agent.js' },
    engines: { node: '>=24' },
    ...installedBeside(),
  }
  contents.set('package.json', manifestText(manifest))
  return { manifest, files: contents, packages }
}
