import { createHash } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DamagedFile } from './database-failure.ts'
import { findDamagedPage, pageBytes } from './page-checksums.ts'

/** A table or an index; `file` is its first file, relative to the database's folder. */
export interface Relation {
  file: string
  name: string
  pages: number
}

/** All relations with the length that the catalogue knows, which may be shorter than the real one. */
export const relationsQuery = `select pg_relation_filepath(relation.oid) as file, relation.relpages as pages,
    format('%s %s', case relation.relkind when 'i' then 'index' else 'table' end,
      coalesce(owner.oid, relation.oid)::regclass) as name
  from pg_class relation left join pg_class owner on owner.reltoastrelid = relation.oid
  where relation.relkind in ('r', 'i', 't', 'S') and relation.relpersistence = 'p'
    and pg_relation_filepath(relation.oid) is not null`

const recordFile = 'relation-sizes.json'
/** The state in `pg_control`, DB_SHUTDOWNED of PostgreSQL. */
const stoppedInOrder = 1
/** A relation of more pages has several files. */
const pagesPerFile = 131_072
/** For reading pages at a start. */
const maxCheckMs = 100

interface SizeRecord {
  control: string
  relations: Relation[]
}

const nameOf = (file: string, part: number) => (part === 0 ? file : `${file}.${part}`)

function pagesOf(folder: string, file: string): number {
  for (let [part, pages] = [0, 0]; ; part += 1) {
    const found = statSync(path.join(folder, nameOf(file, part)), { throwIfNoEntry: false })
    pages += Math.floor((found?.size ?? 0) / pageBytes)
    if (!found || found.size < pagesPerFile * pageBytes) return pages
  }
}

/** A text that changes with every stop and start of the database; undefined when it was not stopped in order. */
function readControl(folder: string): string | undefined {
  const control = readFileSync(path.join(folder, 'global/pg_control'))
  return control.readUInt32LE(16) === stoppedInOrder
    ? createHash('sha256').update(control).digest('hex')
    : undefined
}

/** Writes down how long the files of a database are that was stopped in order. */
export function recordRelations(folder: string, relations: readonly Relation[]): void {
  try {
    const control = readControl(folder)
    if (!control) return
    const measured = relations.map(({ file, name }) => ({ file, name, pages: pagesOf(folder, file) }))
    const place = path.join(folder, recordFile)
    const record: SizeRecord = { control, relations: measured }
    writeFileSync(`${place}.new`, JSON.stringify(record), { mode: 0o600 })
    renameSync(`${place}.new`, place)
  } catch {
    // A full disk; the next start compares less.
  }
}

/** A message of PostgreSQL with the name of the table whose file it mentions, as known at the last stop in order. */
export function nameRelation(folder: string, message: string): string {
  return message.replace(/(?:relation|file) "((?:base\/\d+|global)\/\d+)[^"]*"/, (mention, file: string) => {
    try {
      const { relations } = JSON.parse(readFileSync(path.join(folder, recordFile), 'utf8')) as SizeRecord
      const name = relations.find((relation) => relation.file === file)?.name
      return name ? `the ${name} (file ${file})` : mention
    } catch {
      return mention
    }
  })
}

/** The relations as they were when the database was stopped; undefined when it was not, or has run since. */
function readRecord(folder: string): Relation[] | undefined {
  try {
    const found = JSON.parse(readFileSync(path.join(folder, recordFile), 'utf8')) as SizeRecord
    return found.control === readControl(folder) ? found.relations : undefined
  } catch {
    return undefined
  }
}

/** Throws DamagedFile if a file is shorter than its relation. */
export function refuseShortFiles(folder: string, relations: readonly Relation[]): void {
  for (const { file, name, pages } of relations) {
    const found = pagesOf(folder, file)
    if (found < pages)
      throw new DamagedFile(`the file ${file} of the ${name} has only ${found} of its ${pages} pages`)
  }
}

/**
 * Checks the files of a stopped database: all lengths, and as many pages as can be read in a tenth of a second, the
 * smallest relations first. PostgreSQL checks every page itself when it reads it. Throws DamagedFile.
 * @returns whether the lengths could be checked
 */
export function checkStopped(folder: string): boolean {
  const relations = readRecord(folder)
  if (!relations) return false
  refuseShortFiles(folder, relations)
  const until = performance.now() + maxCheckMs
  for (const { file, name, pages } of relations.toSorted((a, b) => a.pages - b.pages)) {
    if (pages > pagesPerFile || performance.now() > until) break
    const damaged = findDamagedPage(readFileSync(path.join(folder, file)))
    if (damaged !== undefined)
      throw new DamagedFile(`page ${damaged} of the ${name} (file ${file}) has changed on the disk`)
  }
  return true
}
