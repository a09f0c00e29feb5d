import type { Catalogue } from './catalogue.ts'
import { apiCalls } from './zhtw/api-calls.ts'
import { pageTexts } from './zhtw/page-texts.ts'
import { shellTexts } from './zhtw/shell-texts.ts'

export const zhtw: Catalogue = { ...shellTexts, ...pageTexts, ...apiCalls }
