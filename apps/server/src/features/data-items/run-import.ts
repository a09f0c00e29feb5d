import { type DataImportProgress, importLineLimit } from '@fleetdeck/contract/data-items'
import type { DataGroupId } from '@fleetdeck/contract/ids'
import type { TextEncoding } from '@fleetdeck/contract/text-encodings'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import { analyzeItems, insertItems, type NewItem } from '../../domain/data-items/insert-items.queries.ts'
import { sheetRefusalText } from '../../platform/files/file-columns.ts'
import { text } from '../../platform/http/language.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { type ImportFile, type ItemRow, type Layout, openFile, toItems } from './import-rows.ts'

export interface ImportTask {
  file: ImportFile
  language: Language
  groupId: DataGroupId
  name: string
  dedupe: number
  encoding?: TextEncoding | undefined
  /** By default it is found by the first row. */
  layout?: Layout | undefined
}
type ImportJob = Job<DataImportProgress>

export const atStart: DataImportProgress = {
  state: 'reading',
  total: 0,
  done: 0,
  lines: 0,
  added: 0,
  repeated: 0,
  failed: 0,
  failures: [],
  encoding: null,
  ignored: [],
  reason: null,
}

/** Lines and characters per statement, whichever is reached first. */
const chunkLines = 5000
const chunkLength = 4_000_000
const analyzeFrom = 10_000
const shownFailures = 100
const longestName = 100

const refusals = {
  unreadable: 'dataImport.unreadable',
  tooBigInside: 'dataImport.tooBigInside',
  tooManyRows: 'dataImport.tooManyLines',
  limit: importLineLimit,
} as const

/** Adds the rows of a file to a group in chunks; written rows stay after a cancel. */
export async function runImport({ db, shared }: Deps, task: ImportTask, job: ImportJob): Promise<void> {
  const { file, language, groupId, dedupe, encoding, layout } = task
  const t = (key: Parameters<typeof text>[1]) => text(language, key, { count: importLineLimit })
  const opened = await openFile(file, { maxLength: shared.maxItemBytes, encoding })
  if ('refused' in opened)
    return job.end('failed', { reason: sheetRefusalText(language, opened.refused, refusals) })
  await job.report({ total: file.size, encoding: opened.encoding })
  let waiting: NewItem[] = []
  let length = 0
  const write = async (read: number) => {
    await job.commit(async (tx) => {
      const written = await insertItems(tx, { groupId, dedupe }, waiting)
      const { added, repeated } = job.progress
      return {
        added: added + written.added,
        repeated: repeated + written.repeated,
        done: Math.min(read, file.size),
      }
    })
    waiting = []
    length = 0
  }
  const ignore = (ignored: (string | number)[]) => job.update({ ignored })
  for await (const row of toItems(opened.rows, layout, ignore)) {
    if (job.progress.lines >= importLineLimit) {
      await write(row.read)
      return job.end('failed', { reason: t('dataImport.tooManyLines') })
    }
    const item = toItem(row, task, job, shared.maxItemBytes)
    if (row.isEndless) {
      await write(row.read)
      return job.end('failed', { reason: t('dataImport.unreadable') })
    }
    if (!item) continue
    waiting.push(item)
    length += item.content.length
    if (waiting.length >= chunkLines || length >= chunkLength) await write(row.read)
  }
  await write(file.size)
  if (job.progress.added >= analyzeFrom) await job.retried(() => analyzeItems(db))
  if (job.progress.lines === 0) return job.end('failed', { reason: t('dataImport.empty') })
  await job.end('done')
}

/** Undefined for an invalid one, which is recorded. */
function toItem(row: ItemRow, task: ImportTask, job: ImportJob, maxBytes: number): NewItem | undefined {
  const { value: content } = row
  const { lines, failed, failures } = job.progress
  const name = row.name ?? task.name
  const key = findProblem(row, { name, content }, maxBytes)
  if (!key) {
    job.update({ lines: lines + 1 })
    return { name, content }
  }
  const reason = text(task.language, key, { kilobytes: Math.floor(maxBytes / 1024) })
  job.update({
    lines: lines + 1,
    failed: failed + 1,
    ...(failures.length < shownFailures && { failures: [...failures, { line: row.line, reason }] }),
  })
  return undefined
}

function findProblem(row: ItemRow, { name, content }: NewItem, maxBytes: number) {
  if (row.isTooLong || Buffer.byteLength(content) > maxBytes) return 'sharedData.tooLong'
  if (row.isTooWide) return 'dataImport.tooWide'
  if (content.trim() === '') return 'dataImport.noContent'
  if (content.includes('\0') || name.includes('\0')) return 'sharedData.nul'
  return name.length > longestName ? 'dataItem.nameLength' : undefined
}
