import { config } from 'zod'
import { startLanguage } from '../ground/language.ts'
import { sessionToken } from '../ground/session-store.ts'
import { layoutView, loginView } from './static-views.ts'

// Otherwise it tries whether the server's content policy lets it compile; it never does, and to refuse takes long.
config({ jitless: true })

/**
 * The parts that a browser shows first; they are requested, like the texts, before the rest of the console's code runs.
 */
export const firstView = sessionToken() === '' ? loginView : layoutView
export const firstTexts = startLanguage()

// A failure is left to its opening.
firstView().catch(() => undefined)
