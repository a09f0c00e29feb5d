import { type DynamicImport, importRowLimit } from '@fleetdeck/contract/dynamic-data'
import type { Language } from '@fleetdeck/i18n/languages'
import { checkedValues, type Design, type FieldValues } from '../../domain/dynamic-tables/design.ts'
import { insertRows } from '../../domain/dynamic-tables/rows.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import {
  cellsByField,
  type FileField,
  type FileLayout,
  type LaidOutFile,
  layOut,
  matchTitles,
  sheetRefusalText,
} from '../../platform/files/file-columns.ts'
import type { SheetAnswer } from '../../platform/files/sheet.ts'
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
interface ImportTask {
  design: Design
  language: Language
  sheet: Promise<SheetAnswer>
  /** By default it is found by the titles. */
  layout: FileLayout | undefined
}

/** What the columns of a file can be imported as: a field by its English name, else by its Chinese one. */
export const fieldChoice = ({ columns }: Design) => ({
  fields: columns.map(({ columnName, columnInfo }) => ({
    name: columnName,
    title: columnInfo === columnName ? columnName : `${columnInfo} (${columnName})`,
    titles: [columnName, columnInfo],
  })),
  required: [],
})

/** Imports the valid rows and reports the others; rows written before a cancel stay. */
export async function runImport(task: ImportTask, job: Job<DynamicImport>): Promise<void> {
  const { design, language, layout } = task
  const sheet = await task.sheet
  if ('refused' in sheet)
    return job.end('failed', {
      reason: sheetRefusalText(language, sheet.refused, {
        unreadable: 'dynamicData.unreadable',
        tooBigInside: 'dynamicData.tooBigInside',
        tooManyRows: 'dynamicData.tooManyRows',
        limit: importRowLimit,
      }),
    })
  const { fields } = fieldChoice(design)
  const file = layOut(sheet.rows, { fields, chosen: layout, language })
  if (file.positions.size === 0) return job.end('failed', { reason: text(language, 'dynamicData.noFields') })
  const twice = layout ? undefined : repeatedField(fields, file)
  if (twice) return job.end('failed', { reason: text(language, 'dynamicTable.fieldTwice', { field: twice }) })
  const total = file.lines.length
  job.update({ ignored: file.ignored })
  await job.report({ state: 'writing', total })
  for (let start = 0; start < total; start += chunkRows) {
    const good = goodRows(
      task,
      job,
      file.lines
        .slice(start, start + chunkRows)
        .map((line) => ({ row: line.row, values: cellsByField(line, file) })),
    )
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

/** A field that the titles of several columns name: without a choice it is not known which one is meant. */
const repeatedField = (fields: readonly FileField[], { titles, positions }: LaidOutFile) =>
  titles.flatMap((title, place) => {
    const named = matchTitles(fields, [title]).keys().next().value
    return named !== undefined && ![...positions.values()].includes(place) ? [named] : []
  })[0]

interface ValueRow {
  row: number
  values: Record<string, string>
}

function goodRows({ design, language }: ImportTask, job: Job<DynamicImport>, rows: readonly ValueRow[]) {
  const failures: DynamicImport['failures'] = []
  const good = rows.flatMap(({ row, values }): FieldValues[] => {
    const filled = Object.entries(values).map(([name, value]) => [name, value || null] as const)
    try {
      return [checkedValues(design, Object.fromEntries(filled))]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures.push({ row, reason: refusalText(language, error) })
      return []
    }
  })
  const { failed, failures: shown } = job.progress
  job.update({ failed: failed + failures.length, failures: [...shown, ...failures].slice(0, shownFailures) })
  return good
}
