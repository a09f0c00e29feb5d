import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { listOfPackages } from '../../apps/web/build/contained-packages.ts'
import { root } from '../root.ts'
import { offerOf } from './agent-offer.ts'
import { phonesParts } from './agent-package.ts'
import { type BuiltPackage, manifestText, readManifest } from './built-package.ts'
import { bundle } from './bundle.ts'
import { bundleBin } from './bundle-bin.ts'
import { lockedVersions } from './package-lock.ts'
import { thirdPartyLicenses } from './third-party-licenses.ts'

const server = 'apps/server/src'
const web = 'apps/web/dist'
const database = `${server}/platform/db`
const programs = [`${server}/main.ts`, 'scripts/db.ts', 'scripts/packages/demo.ts']
/** Files that they start as processes and threads. */
const parts = `${server}/**/{!(limited)-child,*-worker}.ts`
/** The source's place of what is beside the programs, and its place in the package. */
const places = {
  [web]: '../web',
  [`${database}/migrations`]: './migrations',
  [`${database}/template`]: './template',
  'apps/agent/dist': '../agent-offer',
}

const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }

/** Packages with native programs or WebAssembly; all others become part of the programs. */
const isInstalled = (name: string) => /^@(electric-sql|napi-rs)\//.test(name)

/** @param agent the package that servers offer to computers with the agent */
export async function serverPackage(agent: BuiltPackage, agentArchive: Buffer): Promise<BuiltPackage> {
  const { version, dependencies = {} } = readManifest('apps/server')
  const phones = phonesParts()
  const { files, packages } = await bundle({
    name: 'fleetdeck',
    programs: [
      ...programs,
      ...globSync(parts, { cwd: root, exclude: ['**/testing/**'] }),
      ...phones.programs,
    ],
    places: { ...places, ...phones.places },
    isInstalled: (name) => isInstalled(name) || phones.isInstalled(name),
    fonts: /./,
    instead: {
      [`${server}/platform/http/api-document/contract-modules.ts`]: contractModules,
      [`${server}/features/code-generator/source-files.ts`]: sourceFiles,
    },
  })
  const listed: string[] = JSON.parse(readFileSync(path.join(root, web, listOfPackages), 'utf8'))
  const contained = new Set([...packages, ...listed, ...agent.packages])
  const contents: BuiltPackage['files'] = new Map([
    ...[...files].map(([name, content]) => [`dist/${name}`, content] as const),
    ...filesIn(`${database}/migrations`, '{*.sql,meta/_journal.json}', 'dist/migrations'),
    ...filesIn(`${database}/template`, '*', 'dist/template'),
    ...phones.files,
    ...(await webFiles()),
    ...[...offerOf(agent.manifest.version, agentArchive)].map(
      ([name, content]) => [`agent-offer/${name}`, content] as const,
    ),
    ['bin/fleetdeck.js', await bundleBin('fleetdeck')],
    ['LICENSE', readFileSync(path.join(root, 'LICENSE'))],
    ['THIRD-PARTY-LICENSES.txt', thirdPartyLicenses(contained)],
  ])
  const manifest = {
    name: 'fleetdeck',
    version,
    description: readManifest('.').description,
    license: 'MIT',
    type: 'module',
    bin: { fleetdeck: 'bin/fleetdeck.js' },
    engines: { node: '>=24' },
    ...phones.manifest,
    dependencies: {
      ...lockedVersions(Object.keys(dependencies).filter(isInstalled)),
      ...phones.manifest.dependencies,
    },
  }
  contents.set('package.json', manifestText(manifest))
  return { manifest, files: contents, packages: contained }
}

type File = readonly [path: string, content: Buffer]

const filesIn = (folder: string, pattern: string, place: string): File[] =>
  globSync(pattern, { cwd: path.join(root, folder) }).map(
    (name) => [`${place}/${name}`, readFileSync(path.join(root, folder, name))] as const,
  )

/**
 * Whatever a build compresses is there with Brotli only, which is a third: servers unpack it for the few browsers that
 * do not take it.
 */
async function webFiles(): Promise<File[]> {
  const assets = filesIn(web, 'assets/*', 'web')
  const isCompressed = new Set(assets.flatMap(([name]) => (name.endsWith('.br') ? [name.slice(0, -3)] : [])))
  const packed = await Promise.all(
    assets
      .filter(([name]) => isCompressed.has(name))
      .map(
        async ([name, content]): Promise<File> => [
          `${name}.br`,
          await promisify(brotliCompress)(content, best),
        ],
      ),
  )
  const others = assets.filter(([name]) => !isCompressed.has(name) && !/\.(br|gz)$/.test(name))
  return [...filesIn(web, '*.html', 'web'), ...packed, ...others]
}

/** All in one chunk, which is loaded when a document of the API is asked for. */
function contractModules(): string {
  const names = namesIn('packages/contract/src', '*.ts')
  const imports = names.map((name, at) => `import * as m${at} from '@fleetdeck/contract/${name}'`)
  return `${imports.join('\n')}
export const contractModules = async () => [${names.map((_, at) => `m${at}`).join()}]`
}

function sourceFiles(): string {
  const folder = `${database}/schema`
  const names = namesIn(folder, '*.ts')
  const imports = names.map(
    (name, at) => `import * as m${at} from ${JSON.stringify(path.join(root, folder, `${name}.ts`))}`,
  )
  const taken = [
    ...namesIn('apps/server/src/features'),
    ...namesIn('apps/web/src/features'),
    ...namesIn('packages/contract/src', '*.ts'),
    ...names,
    ...namesIn('packages/i18n/src/zhcn', '*.ts'),
  ]
  return `${imports.join('\n')}
export const sourceNames = () => ${JSON.stringify(taken)}
export const schemaModules = async () => [${names.map((name, at) => `[${JSON.stringify(name)}, m${at}]`).join()}]`
}

/** Of the modules and folders in a folder, in their order. */
const namesIn = (folder: string, pattern = '*') =>
  globSync(pattern, { cwd: path.join(root, folder), exclude: ['*.test.*'] })
    .map((file) => path.basename(file, '.ts'))
    .sort()
