import type { UserId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { refusalText, text } from '../../platform/http/language.ts'
import type { Line, Outcome } from './to-lines.ts'

export interface ImportContext {
  deps: Deps
  caller: Caller
  language: Language
  /** Of all rows. */
  owner: UserId
  update: boolean
  dryRun: boolean
}

export type Judged<Draft, More = object> = Outcome & { draft: Draft } & Partial<More>

/**
 * How lines of a kind are imported, a chunk at a time. A dry run judges with what the former chunks would have written,
 * as `note` reports it.
 */
export interface Importer<Draft, J extends Judged<Draft> = Judged<Draft>> {
  judge(db: Db, lines: Line<Draft>[]): Promise<J[]>
  /** Writes new and changed rows; returns what became of the lines. */
  write(tx: Db, judged: J[]): Promise<J[]>
  note(judged: J[]): void
}

export const judged = <Draft>(line: Line<Draft>, state: Outcome['state'], reason = '') => ({
  ...line,
  state,
  reason,
})

export const refusedFor = <Draft>(
  { language }: ImportContext,
  line: Line<Draft>,
  why: AppError | TextKey,
  values?: Record<string, string | number>,
) =>
  judged(line, 'refused', why instanceof AppError ? refusalText(language, why) : text(language, why, values))
