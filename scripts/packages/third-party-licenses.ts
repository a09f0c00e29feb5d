import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.ts'
import { readManifest } from './built-package.ts'

/** The licences of packages whose code or files are part of a package: each text once, with whose packages it is for. */
export function thirdPartyLicenses(folders: Iterable<string>): string {
  const byTerms = new Map<string, { terms: string; owners: string[] }>()
  for (const folder of [...folders].sort()) {
    const { name, version, license } = readManifest(folder)
    const lines = licenseLines(folder) ?? [license]
    const isOwner = (line: string) => /^copyright\b/i.test(line)
    const terms = lines
      .filter((line) => !isOwner(line))
      .join('\n')
      .trim()
    // The same terms in lines of another length are the same.
    const key = terms.replaceAll(/\s+/g, ' ').toLowerCase()
    const owners = byTerms.get(key)?.owners ?? []
    owners.push([`${name} ${version}`, ...lines.filter(isOwner).map((line) => `  ${line}`)].join('\n'))
    byTerms.set(key, { terms: byTerms.get(key)?.terms ?? terms, owners })
  }
  return [...byTerms.values()]
    .map(({ terms, owners }) => `${owners.join('\n')}\n\n${terms}\n`)
    .join(`\n${'-'.repeat(72)}\n\n`)
}

function licenseLines(folder: string): string[] | undefined {
  const names = globSync('{LICEN[CS]E,licen[cs]e,Licen[cs]e,COPYING}{,-MIT,.*}', {
    cwd: path.join(root, folder),
  })
  const [name] = names.sort()
  if (name === undefined) return undefined
  const lines = readFileSync(path.join(root, folder, name), 'utf8').split(/\r?\n/)
  return lines.map((line) => line.trim())
}
