import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { packageOf } from '../../apps/web/build/contained-packages.ts'
import { root } from '../root.ts'

/** What becomes one folder of JavaScript, all files in it beside each other. */
export interface Bundled {
  /** Of the package. */
  name: string
  /** Source files, from the root of the repository: programs, and those that they start as processes and threads. */
  programs: readonly string[]
  /** Folders and programs that are elsewhere in the package: their place, seen from the JavaScript. */
  places: Readonly<Record<string, string>>
  /** Packages that are installed beside it: those with native programs or WebAssembly. */
  isInstalled: (name: string) => boolean
  /** Files of a package with thousands of them that are copied; others are installed beside it, or missing. */
  fonts: RegExp
  /** Modules that read the source, by their file, and what they are instead. */
  instead?: Readonly<Record<string, () => string>>
}

export interface Bundle {
  /** By name. */
  files: Map<string, string | Uint8Array>
  /** Folders of the packages that are part of the JavaScript, from the root of the repository. */
  packages: Set<string>
}

export async function bundle({
  name,
  programs,
  places,
  isInstalled,
  fonts,
  instead = {},
}: Bundled): Promise<Bundle> {
  const input = Object.fromEntries(programs.map((file) => [nameOf(file), path.join(root, file)]))
  if (Object.keys(input).length < programs.length) throw new Error('two programs have the same name')
  const copied = new Set<string>()
  const built = await rolldown({
    input,
    platform: 'node',
    transform: { define: { builtPackage: JSON.stringify(name) } },
    external: (id) => /^[@\w]/.test(id) && isInstalled(id),
    plugins: [insteadOf(instead), insideThePackage(programs, places), copyFonts(fonts, copied)],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  const { output } = await built.generate({ format: 'esm', minify: true, comments: false })
  await built.close()
  const files: Bundle['files'] = new Map()
  const packages = new Set<string>()
  for (const part of output) {
    files.set(part.fileName, part.type === 'chunk' ? part.code : part.source)
    for (const id of part.type === 'chunk' ? part.moduleIds : []) {
      const folder = packageOf(id)
      if (folder !== undefined) packages.add(folder)
    }
  }
  if (copied.size > 0) packages.add(fontPackage)
  for (const name of copied)
    files.set(`fonts/${name}`, readFileSync(path.join(root, fontPackage, 'files', name)))
  return { files, packages }
}

const nameOf = (file: string) => path.basename(file, '.ts')
const isOurs = (id: string) => path.isAbsolute(id) && !id.includes('/node_modules/')

function insteadOf(modules: NonNullable<Bundled['instead']>): Plugin {
  return {
    name: 'instead-of',
    load: (id) => {
      const made = modules[path.relative(root, id)]
      return made && { code: made(), moduleType: 'js' }
    },
  }
}

/**
 * Programs and files are found from the JavaScript that names them. Whatever is named in the source has to be in the
 * package.
 */
function insideThePackage(programs: readonly string[], places: Bundled['places']): Plugin {
  const address = /new URL\((['`])(\.{1,2}\/[^'`$]*)([^'`]*)\1, import\.meta\.url\)/g
  const isElsewhere = /import\.meta\.(dirname|filename)|new URL\([^()]*, import\.meta\.url\)/
  const placeOf = (file: string) => {
    if (programs.includes(file)) return `./${nameOf(file)}.js`
    const [from, place] =
      Object.entries(places).find(([each]) => file === each || file.startsWith(`${each}/`)) ?? []
    if (from === undefined) throw new Error(`${file} is not in the package`)
    return `${place}${file.slice(from.length)}`
  }
  return {
    name: 'inside-the-package',
    transform: (code, id) => {
      if (!isOurs(id)) return null
      const source = path.relative(root, id)
      const unknown = isElsewhere.exec(code.replaceAll(address, ''))
      if (unknown) throw new Error(`${source}: packages do not know ${unknown[0]}`)
      return code.replaceAll(address, (_all, quote: string, to: string, rest: string) => {
        const place = placeOf(path.join(path.dirname(source), to))
        const end = to.endsWith('/') && !place.endsWith('/') ? '/' : ''
        return `new URL(${quote}${place}${end}${rest}${quote}, import.meta.url)`
      })
    },
  }
}

const fontPackage = 'node_modules/@fontsource/noto-sans-sc'

function copyFonts(wanted: RegExp, copied: Set<string>): Plugin {
  const font = /'@fontsource\/noto-sans-sc\/files\/([\w-]+\.woff2)'/g
  return {
    name: 'copy-fonts',
    transform: (code, id) =>
      isOurs(id)
        ? code.replaceAll(font, (all, name: string) => {
            if (!wanted.test(name)) return all
            copied.add(name)
            return `'./fonts/${name}'`
          })
        : null,
  }
}
