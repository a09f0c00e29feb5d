import type { FormerFile, FormerProgress } from '@fleetdeck/contract/former-import'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'
import type { Outcome } from './to-lines.ts'

/** Refusals shown; the result file has all outcomes. */
const shownRefusals = 100

type Counts = Pick<FormerProgress, 'done' | 'files' | 'refused'>

/** The report with further outcomes. */
export function withOutcomes({ done, files, refused }: Counts, outcomes: readonly Outcome[]): Counts {
  const fresh = outcomes.filter(({ state }) => state === 'refused').slice(0, shownRefusals - refused.length)
  return {
    done: done + outcomes.length,
    files: files.map((file) => counted(file, outcomes)),
    refused: [...refused, ...fresh.map(({ file, line, value, reason }) => ({ file, line, value, reason }))],
  }
}

function counted(file: FormerFile, outcomes: readonly Outcome[]): FormerFile {
  const next = { ...file }
  for (const { file: name, state } of outcomes) if (name === file.name) next[state] += 1
  return next
}

const words = {
  new: 'formerImport.new',
  changed: 'formerImport.changed',
  same: 'formerImport.same',
  refused: 'formerImport.refused',
} as const

/** A spreadsheet with the outcome of each line; returns its name. */
export async function resultFile(
  { files }: Deps,
  { caller, language }: { caller: Caller; language: Language },
  outcomes: readonly Outcome[],
): Promise<string> {
  const t = (key: Parameters<typeof text>[1]) => text(language, key)
  const saved = await exportRows(files, {
    name: 'former_import',
    ownerId: caller.userId,
    rows: outcomes,
    columns: [
      { title: t('formerImport.file'), value: (one) => one.file },
      { title: t('import.row'), value: (one) => one.line },
      { title: t('formerImport.value'), value: (one) => one.value },
      { title: t('formerImport.outcome'), value: (one) => t(words[one.state]) },
      { title: t('import.reason'), value: (one) => one.reason },
    ],
  })
  return saved.fileName
}
