import { z } from 'zod'

/** Languages of scripts, by the endings of their files. */
export const scriptLanguages = ['js', 'ts'] as const
export const ScriptLanguage = z.enum(scriptLanguages)
export type ScriptLanguage = z.output<typeof ScriptLanguage>

/** The language that a file name tells; of other texts JavaScript. */
export const languageOfFile = (fileName: string): ScriptLanguage => (/\.m?ts$/i.test(fileName) ? 'ts' : 'js')
