import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { containedPackages, listContainedPackages } from './build/contained-packages.ts'

const baseModules =
  /node_modules\/(react|react-dom|scheduler|react-router|zustand|zod|@tanstack\/(react-query|query-core))\//

const formModules = /@rc-component\/(async-validator|form\/es\/(?!FormContext|FieldContext|ListContext))/

/** Icons of the console's frame. */
const frameIcons =
  /@ant-design\/icons(-svg)?\/.*\/(Appstore|Close|Disconnect|Export|FontSize|Home|Idcard|Left|MenuUnfold|Search|Setting|User)Outlined\.js/

const compressible = /\.(js|css|svg|html)$/
const smallestWorthwhile = 1024

/** Writes a .gz and a .br next to each file, so that the server compresses nothing at run time. */
const compressed: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (!compressible.test(name) || bytes.length < smallestWorthwhile) continue
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
        this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gzipSync(bytes, { level: 9 }) })
        this.emitFile({ type: 'asset', fileName: `${name}.br`, source: brotliCompressSync(bytes, quality) })
      }
    },
  },
}

/** Styles that antd would compute in each browser. */
const firstStyles: Plugin = {
  name: 'first-styles',
  apply: 'build',
  async load(id) {
    if (!id.endsWith('/src/app/styles/antd.css')) return null
    // Not imported above: the development server needs no antd of its own.
    const { firstPageStyles } = await import('./build/antd-styles.tsx')
    return firstPageStyles()
  },
}

/** The page at the address of the sign-in page, in which one can type immediately. */
const signInPage: Plugin = {
  name: 'sign-in-page',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const textOf = (ending: string) =>
        Object.values(bundle)
          .flatMap((file) =>
            file.type === 'asset' && file.fileName.endsWith(ending) ? [String(file.source)] : [],
          )
          .join('')
      const { signInPage } = await import('./build/sign-in-page.tsx')
      const source = signInPage(textOf('index.html'), textOf('.css'))
      this.emitFile({ type: 'asset', fileName: 'sign-in.html', source })
    },
  },
}

/** Parts that antd names in English; a name in the reader's language is next to them, or given to them. */
const englishNames = [
  {
    id: /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js/,
    name: '"aria-label": icon.name',
    instead: '"aria-hidden": restProps["aria-label"] ? undefined : true',
  },
  // The element around these buttons has the focus and the name.
  {
    id: /antd\/es\/pagination\/Pagination\.js/,
    name: 'tabIndex: -1',
    instead: 'tabIndex: -1, "aria-hidden": true',
  },
  // Arrow keys in the field do the same.
  {
    id: /input-number\/es\/StepHandler\.js/,
    name: `"aria-label": isUpAction ? 'Increase Value' : 'Decrease Value'`,
    instead: '"aria-hidden": true',
  },
]
const namelessIcons: Plugin = {
  name: 'nameless-icons',
  transform: {
    filter: { id: englishNames.map(({ id }) => id) },
    handler(code, id) {
      return englishNames.reduce((changed, { id: file, name, instead }) => {
        if (!file.test(id)) return changed
        if (!changed.includes(name)) this.error(`this version of ${id} names its parts in another way`)
        return changed.replaceAll(name, instead)
      }, code)
    },
  },
}

/** The texts of libraries, which belong to a language. */
const libraryTexts = /\/locale\//
/** Ours, likewise. */
const ownTexts = /\/i18n\/src\/(zhcn|zhtw|en)\//

interface ModuleGraph {
  getModuleInfo(id: string): { code: string | null; importedIds: string[] } | null
}

/** Packages that are one module of exports: each name in an import is a module below. */
const barrels = [
  {
    name: 'antd',
    index: /node_modules\/antd\/es\/index\.js$/,
    below: (part: string) => `${part.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase()}/index.js`,
  },
  {
    name: '@ant-design/icons',
    index: /node_modules\/@ant-design\/icons\/es\/index\.js$/,
    below: (part: string) => `icons/${part}.js`,
  },
]

/** The imports of a module, other than on demand. */
function importsOf(id: string, graph: ModuleGraph): string[] {
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: '', importedIds: [] }
  return importedIds.flatMap((imported) => {
    const barrel = barrels.find(({ index }) => index.test(imported))
    if (!barrel) return [imported]
    const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${barrel.name}["']`, 'g')
    const names = [...(code ?? '').matchAll(statement)].flatMap(([, list = '']) => list.split(','))
    return names
      .map((name) => name.trim().split(' ')[0] ?? '')
      .filter((name) => name !== '' && name !== 'type')
      .map((name) => path.join(path.dirname(imported), barrel.below(name)))
  })
}

/** The code that everybody loads first; parts that are loaded on demand, but each time, are in the same file. */
const firstParts = {
  start: ['app/first-parts.ts'],
  console: [
    'app/layout/ConsoleLayout.tsx',
    'app/layout/AccountNews.tsx',
    'app/header/NoticeBell.tsx',
    'features/home/HomePage.tsx',
  ],
  'sign-in': ['features/login/LoginPage.tsx'],
  feedback: ['app/theme/Feedback.tsx'],
  guest: ['features/guest-screen/GuestPage.tsx'],
}

const closures = new Map<string, Set<string>>()
/** These modules and all that they need, other than on demand. */
function closureOf(roots: readonly string[], graph: ModuleGraph): Set<string> {
  const key = roots.join()
  const known = closures.get(key)
  if (known) return known
  const found = new Set<string>()
  const waiting = [...roots]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...importsOf(next, graph))
  }
  closures.set(key, found)
  return found
}
const firstPart = (name: keyof typeof firstParts, graph: ModuleGraph) =>
  closureOf(
    firstParts[name].map((file) => path.resolve(import.meta.dirname, `src/${file}`)),
    graph,
  )

/** Libraries that only a few pages need. */
const largeLibraries = /node_modules\/(echarts|zrender|@codemirror|@tiptap|prosemirror-\w+|qrcode)\//

/** The code that several pages share, in few files: one request instead of a hundred. */
function sharedPartOf(id: string, graph: ModuleGraph): string | null {
  if (libraryTexts.test(id) || ownTexts.test(id)) return null
  if (/node_modules\/(antd|@ant-design|@rc-component)\//.test(id)) return 'antd'
  if (!/\/apps\/web\/src\/|\/packages\/|node_modules\/(dayjs|croner|@scure)\//.test(id)) return null
  return [...closureOf([id], graph)].some((below) => largeLibraries.test(below)) ? null : 'parts'
}

/** Used by lists in any language, and by one of the languages. */
const paginationDefault = /pagination\/es\/locale\/zh_CN/

/** The file of a module that home, the sign-in page, messages or guests need; `shared` if several do. */
function firstPartOf(id: string, graph: ModuleGraph): string | null {
  if (paginationDefault.test(id) || frameIcons.test(id)) return 'shared'
  const [part, ...others] = (['console', 'sign-in', 'feedback'] as const).filter((name) =>
    firstPart(name, graph).has(id),
  )
  if (others.length > 0) return 'shared'
  if (!firstPart('guest', graph).has(id)) return part ?? null
  if (part === undefined) return 'guest'
  // The console has no room for what only guests and others need, nor for one more file.
  return part === 'console' ? 'shared' : `guest-and-${part}`
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    namelessIcons,
    firstStyles,
    signInPage,
    containedPackages,
    listContainedPackages,
    compressed,
  ],
  worker: { plugins: () => [containedPackages] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    // The server's content policy allows no inline scripts, and no styles from elsewhere.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // All of them are 20 KB: one request instead of ten.
    cssCodeSplit: false,
    rolldownOptions: {
      // antd's component modules have no side effects, but their packages do not declare that.
      treeshake: { moduleSideEffects: [{ test: /@rc-component\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // Needed by every page, and rarely changed.
            { name: 'base', test: baseModules, includeDependenciesRecursively: false },
            // It runs, and requests the first page, before the rest of the console.
            {
              name: (id, graph) => (firstPart('start', graph).has(id) ? 'start' : null),
              includeDependenciesRecursively: false,
            },
            // Shared by the sign-in page and the console: one file compresses better than thirty.
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false },
            // antd's theme only needs the contexts of forms; the forms themselves load with pages that have any.
            { name: 'form', test: formModules, includeDependenciesRecursively: false },
            // The frame of the console, home and the sign-in page.
            { name: firstPartOf, includeDependenciesRecursively: false },
            {
              name: 'lists',
              test: (id) => !libraryTexts.test(id),
              minShareCount: 8,
              includeDependenciesRecursively: false,
            },
            {
              name: 'charts',
              test: /node_modules\/(echarts|zrender)\/|\/components\/charts\//,
              includeDependenciesRecursively: false,
            },
            { name: sharedPartOf, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
