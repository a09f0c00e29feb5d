import { inBackground, showWarning } from '../../api/feedback.ts'
import { loadPageTexts, text } from '../../ground/language.ts'
import { hasViewEnded } from '../../ground/view-store.ts'

/** After the server has ended a view, its viewer finds themselves in their own session. */
export function tellViewEnd() {
  if (hasViewEnded()) inBackground(loadPageTexts().then(() => showWarning(text('viewAs.ended'))))
}
