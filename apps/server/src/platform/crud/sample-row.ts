import { type Language, languages } from '@fleetdeck/i18n/languages'
import { text } from '../http/language.ts'

/** The first cell of the sample row in import templates; it is no valid account. */
export const sampleMark = (language: Language) => text(language, 'import.sample')

const marks = new Set(languages.map(sampleMark))

/** The sample row of a template, in any language: imports leave it out. */
export const isSampleRow = (cells: readonly string[]) => cells.some((cell) => marks.has(cell.trim()))
