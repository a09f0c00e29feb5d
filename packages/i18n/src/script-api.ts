import type { Language } from './languages.ts'
import { en, type ScriptApiCatalogue } from './script-api/en.ts'
import { zhcn } from './script-api/zhcn.ts'
import { zhtw } from './script-api/zhtw.ts'

/** Descriptions of the functions of scripts. Apart from the other texts: only the script editor needs them. */
export const scriptApiTexts: Record<Language, ScriptApiCatalogue> = { zhcn, zhtw, en }
