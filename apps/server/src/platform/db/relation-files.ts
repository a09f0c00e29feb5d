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

/**
 * All relations with the length that the catalogue knows, which may be shorter than the real one. It is 0 for what was
 * never analyzed, but indexes and sequences have a page from the beginning.
 */
export const relationsQuery = `select pg_relation_filepath(relation.oid) as file,
    greatest(relation.relpages, case when relation.relkind in ('i', 'S') then 1 else 0 end) as pages,
    format('%s %s', case relation.relkind when 'i' then 'index' when 'S' then 'sequence' else 'table' end,
      coalesce(owner.oid, relation.oid)::regclass) as name
  from pg_class relation left join pg_class owner on owner.reltoastrelid = relation.oid
  where relation.relkind in ('r', 'i', 't', 'S') and relation.relpersistence = 'p'
    and pg_relation_filepath(relation.oid) is not null`

const recordFile = 'relation-sizes.json'
/** Places in `pg_control`, of PostgreSQL's ControlFileData, and its state DB_SHUTDOWNED. */
const [stateAt, checkpointAt] = [16, 32]
const stoppedInOrder = 1
/** A relation of more pages has several files. */
const pagesPerFile = 131_072
/** For reading pages at a start. */
const maxCheckMs = 100

/** Lengths that every file has had on the disk since a checkpoint; files only grow, until their relation is dropped. */
interface SizeRecord {
  /** Address of that checkpoint in the log, as a decimal number. */
  checkpoint: string
  /** Of a database that was stopped in order: these are exactly its files. */
  control?: string
  relations: Relation[]
  /** Shorter at a start after a crash. Their files may be long again since: recovery fills them with empty pages. */
  short?: Damage[]
}

/** A file that has lost pages. */
interface Damage extends Relation {
  found: number
}

const nameOf = (file: string, part: number) => (part === 0 ? file : `${file}.${part}`)

function pagesOf(folder: string, file: string): number {
  for (let [part, pages] = [0, 0]; ; part += 1) {
    const found = statSync(path.join(folder, nameOf(file, part)), { throwIfNoEntry: false })
    pages += Math.floor((found?.size ?? 0) / pageBytes)
    if (!found || found.size < pagesPerFile * pageBytes) return pages
  }
}

/** @returns the newest checkpoint, and a text that changes with every stop and start, absent unless it was stopped in order */
function readControl(folder: string): { checkpoint: string; control?: string } {
  const control = readFileSync(path.join(folder, 'global/pg_control'))
  const checkpoint = String(control.readBigUInt64LE(checkpointAt))
  if (control.readUInt32LE(stateAt) !== stoppedInOrder) return { checkpoint }
  return { checkpoint, control: createHash('sha256').update(control).digest('hex') }
}

export const measureRelations = (folder: string, relations: readonly Relation[]): Relation[] =>
  relations.map(({ file, name }) => ({ file, name, pages: pagesOf(folder, file) }))

/**
 * Writes down how long the files of a database are.
 * @param measured before the newest checkpoint, or after the database was stopped or started
 */
export function recordRelations(folder: string, measured: Relation[]): void {
  try {
    writeRecord(folder, { ...readControl(folder), relations: measured })
  } catch {
    // A full disk; the next start compares less.
  }
}

function writeRecord(folder: string, record: SizeRecord): void {
  const place = path.join(folder, recordFile)
  writeFileSync(`${place}.new`, JSON.stringify(record), { mode: 0o600 })
  renameSync(`${place}.new`, place)
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

/** The last record; undefined when there is none, or the folder is an older copy of the database. */
function readRecord(folder: string): SizeRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(path.join(folder, recordFile), 'utf8')) as SizeRecord
    return BigInt(record.checkpoint) <= BigInt(readControl(folder).checkpoint) ? record : undefined
  } catch {
    return undefined
  }
}

function shortFiles(folder: string, relations: readonly Relation[]): Damage[] {
  return relations.flatMap((relation) => {
    const found = pagesOf(folder, relation.file)
    return found < relation.pages ? [{ ...relation, found }] : []
  })
}

function refuse(damaged: Damage | undefined): void {
  if (!damaged) return
  const { file, name, pages, found } = damaged
  throw new DamagedFile(`the file ${file} of the ${name} has only ${found} of its ${pages} pages`)
}

/**
 * Compares the files of a database that has not been opened yet with its record. After a stop in order it reads as many
 * pages as it can in a tenth of a second, too, the smallest relations first. PostgreSQL checks every page itself when it
 * reads it. Throws DamagedFile.
 * @returns after a crash: the files that are damaged unless their relations were dropped, for `checkRelations`; undefined
 * after a stop in order, whose record goes on being right until the next checkpoint
 */
export function checkFiles(folder: string): Damage[] | undefined {
  const record = readRecord(folder)
  if (!record) return []
  const short = shortFiles(folder, record.relations)
  if (record.control && record.control === readControl(folder).control) {
    refuse(short[0])
    checkPages(folder, record.relations)
    return undefined
  }
  const known = [...(record.short ?? []), ...short]
  if (short.length) writeRecord(folder, { ...record, short: known })
  return known
}

/**
 * Compares the files of a database that has just been opened after a crash with its catalogue, and writes their lengths
 * down. Throws DamagedFile.
 * @param short what `checkFiles` returned
 */
export function checkRelations(
  folder: string,
  relations: readonly Relation[],
  short: readonly Damage[],
): void {
  const present = new Set(relations.map(({ file }) => file))
  refuse(short.find(({ file }) => present.has(file)))
  refuse(shortFiles(folder, relations)[0])
  recordRelations(folder, measureRelations(folder, relations))
}

function checkPages(folder: string, relations: readonly Relation[]): void {
  const until = performance.now() + maxCheckMs
  for (const { file, name, pages } of relations.toSorted((a, b) => a.pages - b.pages)) {
    if (pages > pagesPerFile || performance.now() > until) return
    const damaged = findDamagedPage(readFileSync(path.join(folder, file)))
    if (damaged !== undefined)
      throw new DamagedFile(`page ${damaged} of the ${name} (file ${file}) has changed on the disk`)
  }
}
