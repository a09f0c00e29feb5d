import { type DynamicImport, importRowLimit } from '@fleetdeck/contract/dynamic-data'
import type { Language } from '@fleetdeck/i18n/languages'
import { checkedValues, type Design, type FieldValues } from '../../domain/dynamic-tables/design.ts'
import { insertRows } from '../../domain/dynamic-tables/rows.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { isSampleRow } from '../../platform/crud/sample-row.ts'
import type { SheetAnswer, SheetRefusal } from '../../platform/files/sheet.ts'
import { refusalText, text } from '../../platform/http/language.ts'
import type { Job } from '../../platform/jobs/job.ts'

export const atStart: DynamicImport = {
  state: 'reading',
  total: 0,
  done: 0,
  added: 0,
  failed: 0,
  failures: [],
  reason: null,
  ignored: [],
}

/** Rows per statement. */
const chunkRows = 500
const shownFailures = 200
const refusalTexts = {
  unreadable: 'dynamicData.unreadable',
  tooBigInside: 'dynamicData.tooBigInside',
  tooManyRows: 'dynamicData.tooManyRows',
} as const satisfies Record<SheetRefusal, string>

interface ImportTask {
  design: Design
  language: Language
  sheet: Promise<SheetAnswer>
}

/** Imports the valid rows and reports the others; rows written before a cancel stay. */
export async function runImport(task: ImportTask, job: Job<DynamicImport>): Promise<void> {
  const { design, language } = task
  const sheet = await task.sheet
  if ('refused' in sheet)
    return job.end('failed', {
      reason: text(language, refusalTexts[sheet.refused], { rows: importRowLimit }),
    })
  const [titles = [], ...below] = sheet.rows
  const names = matchFields(design, titles)
  if ('reason' in names) return job.end('failed', { reason: text(language, ...names.reason) })
  const ignored = titles.filter((title, place) => title !== '' && names[place] === undefined)
  const total = below.length
  job.update({ ignored })
  await job.report({ state: 'writing', total })
  for (let start = 0; start < total; start += chunkRows) {
    const good = goodRows(task, job, { names, lines: below.slice(start, start + chunkRows), start })
    await job.commit(async (tx) => {
      if (good.length) await insertRows(tx, design, good)
      return { added: job.progress.added + good.length, done: Math.min(total, start + chunkRows) }
    })
  }
  const { added, failed } = job.progress
  await job.end(added ? 'done' : 'failed', {
    reason: added + failed === 0 ? text(language, 'dynamicData.noRows') : null,
  })
}

type Reason = Parameters<typeof text> extends [Language, ...infer Rest] ? Rest : never

/**
 * The field under each title, by its English or its Chinese name; other columns, such as the row number, are skipped.
 */
function matchFields(design: Design, titles: string[]): (string | undefined)[] | { reason: Reason } {
  const names = titles.map(
    (title) =>
      design.columns.find(({ columnName }) => columnName.toLowerCase() === title.toLowerCase()) ??
      design.columns.find(({ columnInfo }) => columnInfo === title),
  )
  const known = names.flatMap((column) => column?.columnName ?? [])
  if (known.length === 0) return { reason: ['dynamicData.noFields'] }
  const twice = known.find((name, index) => known.indexOf(name) !== index)
  if (twice) return { reason: ['dynamicTable.fieldTwice', { field: twice }] }
  return names.map((column) => column?.columnName)
}

interface Chunk {
  names: (string | undefined)[]
  lines: string[][]
  /** Number of rows before these. */
  start: number
}

function goodRows({ design, language }: ImportTask, job: Job<DynamicImport>, { names, lines, start }: Chunk) {
  const failures: DynamicImport['failures'] = []
  const good = lines.flatMap((line, index): FieldValues[] => {
    if (line.every((cell) => cell === '') || isSampleRow(line)) return []
    const values = names.flatMap((name, place) => (name ? [[name, line[place] || null] as const] : []))
    try {
      return [checkedValues(design, Object.fromEntries(values))]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures.push({
        row: start + index + 2,
        reason: refusalText(language, error),
      })
      return []
    }
  })
  const { failed, failures: shown } = job.progress
  job.update({ failed: failed + failures.length, failures: [...shown, ...failures].slice(0, shownFailures) })
  return good
}
