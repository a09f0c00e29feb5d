import { readText } from '@fleetdeck/contract/detect-encoding'
import { previewBytes } from '@fleetdeck/contract/file-columns'
import type { formerImport } from '@fleetdeck/contract/former-import'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { columnsAt, readBeginning, toPreview } from '../../platform/files/preview-file.ts'
import { fieldChoice, kindOfHeadings, kindOfName } from './columns.ts'
import { firstRow, layoutOfText, lineEnds, textRows } from './text-rows.ts'

interface File {
  name: string
  type: 'xlsx' | 'xls' | 'csv' | 'txt'
  content: Buffer
}
interface Reader {
  query: z.output<typeof formerImport.preview.query>
  language: Language
  signal: AbortSignal
}

/** The first rows of a file, and the fields of its kind that its titles name. */
export async function previewFormerFile(file: File, { query, language, signal }: Reader) {
  if (file.type === 'txt') return previewText(file, { query, language })
  const kind = file.type === 'csv' ? 'csv' : 'workbook'
  const { rows, encoding } = await readBeginning({ content: async () => file.content, kind, query }, signal)
  const chosen = query.kind === 'auto' ? kindOfHeadings(firstRow(rows)) : query.kind
  return { ...toPreview(rows, encoding, fieldChoice(chosen, language)), kind: chosen ?? null }
}

function previewText({ name, content }: File, { query, language }: Omit<Reader, 'signal'>) {
  const chosen = query.kind === 'auto' ? kindOfName(name) : query.kind
  const isCut = query.isCut === '1' || content.length > previewBytes
  const { encoding, text } = readText(content.subarray(0, previewBytes), { encoding: query.encoding, isCut })
  const rows = textRows(chosen, text.split(lineEnds))
  const preview = { ...toPreview(rows, encoding, fieldChoice(chosen, language)), kind: chosen ?? null }
  const layout = chosen && layoutOfText(chosen, firstRow(rows))
  return layout
    ? { ...preview, hasTitles: false, columns: columnsAt(layout.positions, preview.rows) }
    : preview
}
