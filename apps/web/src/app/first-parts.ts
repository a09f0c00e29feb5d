import { guestPagePath } from '@fleetdeck/contract/guest-page'
import { config } from 'zod'
import { startLanguage } from '../ground/language.ts'
import { sessionToken } from '../ground/session-store.ts'
import { guestView, layoutView, loginView } from './static-views.ts'

// Otherwise it tries whether the server's content policy lets it compile; it never does, and to refuse takes long.
config({ jitless: true })

function chooseView() {
  if (location.pathname.startsWith(guestPagePath)) return guestView
  return sessionToken() === '' ? loginView : layoutView
}

/**
 * The parts that a browser shows first; they are requested, like the texts, before the rest of the console's code runs.
 */
export const firstView = chooseView()
export const firstTexts = startLanguage()

// A failure is left to its opening.
firstView().catch(() => undefined)
