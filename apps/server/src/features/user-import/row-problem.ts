import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'
import { acceptedWords, type ImportColumn } from './columns.ts'

/** Why a row is invalid, as a text with its values. */
export class RowProblem extends Error {
  readonly #key: TextKey
  readonly #values: Record<string, string>
  readonly #column: ImportColumn | undefined

  /** @param column the one that the text names */
  constructor(key: TextKey, values: Record<string, string> = {}, column?: ImportColumn) {
    super(key)
    this.#key = key
    this.#values = values
    this.#column = column
  }

  text(language: Language): string {
    const column = this.#column
    if (!column) return text(language, this.#key, this.#values)
    const title = text(language, column.title)
    const words = acceptedWords(column, language).join(text(language, 'userImport.comma'))
    return text(language, this.#key, { ...this.#values, name: title, field: title, words })
  }
}
