import type { UserId } from '@fleetdeck/contract/ids'
import type { ImportFailure } from '@fleetdeck/contract/user-import'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'
import type { GoodRow } from './check-rows.ts'

export interface WrittenRow {
  row: number
  userName: string
  /** The first password of a new user. */
  password: string | null
  /** For an existing user. */
  id: UserId | undefined
}
interface Outcome {
  language: Language
  failures: ImportFailure[]
  good: GoodRow[]
  written: WrittenRow[]
}

/** The result of each row, with the generated passwords: a download for the user who imported. */
export async function resultFile({ files }: Deps, caller: Caller, outcome: Outcome): Promise<string> {
  const { language, failures, good, written } = outcome
  const t = (key: Parameters<typeof text>[1]) => text(language, key)
  const done = new Map(written.map((one) => [one.row, one]))
  const rows = [
    ...failures.map(({ row, userName, reason }) => ({ row, userName, result: reason, password: '' })),
    ...good.map(({ row, draft, isUnchanged }) => {
      const one = done.get(row)
      if (isUnchanged)
        return { row, userName: draft.userName, result: t('userImport.unchanged'), password: '' }
      const result = one
        ? t(one.id === undefined ? 'userImport.added' : 'userImport.updated')
        : t('userImport.notWritten')
      return { row, userName: draft.userName, result, password: one?.password ?? '' }
    }),
  ]
  const saved = await exportRows(files, {
    name: 'user_import',
    ownerId: caller.userId,
    rows: rows.sort((a, b) => a.row - b.row),
    columns: [
      { title: t('import.row'), value: (one) => one.row },
      { title: t('user.name'), value: (one) => one.userName },
      { title: t('userImport.result'), value: (one) => one.result },
      { title: t('userImport.firstPassword'), value: (one) => one.password },
    ],
  })
  return saved.fileName
}
