import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Adds the files of the code generator to the project: `npm run add-feature -- FOLDER`. */
const places = /^(packages\/(contract|i18n)\/src|apps\/(server|web)\/src)\/[\w./-]+\.tsx?$/
const inPlace = z
  .string()
  .regex(places)
  .refine((file) => !file.split('/').includes('..'))
const Lines = z.object({
  insertions: z.array(z.object({ file: inPlace, after: z.string().min(1), text: z.string() })),
})
const folder = path.resolve(process.argv[2] ?? '')
const linesFile = path.join(folder, 'feature.json')

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}

/** Inserts `text` after the line that begins with `after`; an opening bracket is followed to the end of its line. */
function inserted(source: string, { file, after, text }: z.output<typeof Lines>['insertions'][number]) {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => line.trimStart().startsWith(after))
  if (at < 0) return fail(`${file} has no line that starts with ${after}.`)
  // The first import is at the top, so that the ones after it can be sorted.
  const place = after === 'import ' ? at : at + 1
  return [...lines.slice(0, place), text, ...lines.slice(place)].join('\n')
}

if (process.argv.length !== 3 || !existsSync(linesFile))
  fail('Usage: npm run add-feature -- FOLDER, where FOLDER contains feature.json.')
const { insertions } = Lines.parse(JSON.parse(readFileSync(linesFile, 'utf8')))
const files = globSync('{packages,apps}/**/*.{ts,tsx}', { cwd: folder }).filter((file) =>
  statSync(path.join(folder, file)).isFile(),
)
for (const file of files) {
  inPlace.parse(file)
  if (existsSync(file)) fail(`${file} already exists.`)
}
const changed = new Map<string, string>()
for (const insertion of insertions) {
  const source = changed.get(insertion.file) ?? readFileSync(insertion.file, 'utf8')
  changed.set(insertion.file, inserted(source, insertion))
}
for (const file of files) {
  mkdirSync(path.dirname(file), { recursive: true })
  copyFileSync(path.join(folder, file), file)
}
for (const [file, text] of changed) writeFileSync(file, text)
console.log(
  `${files.length} files added, ${changed.size} changed. Next: npx biome check --write ${[...changed.keys()].join(' ')}`,
)
