import type { Catalogue } from './catalogue.ts'
import { apiCalls } from './en/api-calls.ts'
import { pageTexts } from './en/page-texts.ts'
import { shellTexts } from './en/shell-texts.ts'

export const en: Catalogue = { ...shellTexts, ...pageTexts, ...apiCalls }
