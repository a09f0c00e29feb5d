import { readFile, writeFile } from 'node:fs/promises'
import { scriptDeclarations } from '../packages/contract/src/script-api/declarations.ts'
import { scriptReference } from '../packages/contract/src/script-api/reference.ts'
import { scriptApiTexts } from '../packages/i18n/src/script-api.ts'

/** Writes what is made from the typed source of the script API: its pages, and the types of the command line. */
const root = new URL('../', import.meta.url)
const head =
  '// Types of the functions that scripts and their tests can use. “fleetdeck init” renews this file.\n'
const globals = await readFile(new URL('packages/contract/types/globals.d.ts', root), 'utf8')
const testing = await readFile(new URL('apps/cli/templates/testing.d.ts', root), 'utf8')
const files = {
  'docs/script-api.md': scriptReference(scriptApiTexts.en),
  'docs/script-api.zh-CN.md': scriptReference(scriptApiTexts.zhcn),
  'docs/script-api.zh-TW.md': scriptReference(scriptApiTexts.zhtw),
  'apps/cli/templates/fleetdeck.d.ts': `${head}\n${scriptDeclarations(scriptApiTexts.en)}\n${globals}\n${testing}`,
}
const isCheck = process.argv.includes('--check')
const outdated: string[] = []
for (const [name, content] of Object.entries(files)) {
  const present = await readFile(new URL(name, root), 'utf8').catch(() => '')
  if (present === content) continue
  outdated.push(name)
  if (!isCheck) await writeFile(new URL(name, root), content)
}
if (isCheck && outdated.length > 0) {
  console.error(`Outdated, run npm run script-api: ${outdated.join(', ')}`)
  process.exit(1)
}
