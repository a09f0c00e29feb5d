import { feedback } from '../../api/feedback.ts'
import type { Settings } from '../../ground/theme/settings-store.ts'
import { changeSettings } from '../../ground/theme/settings-store.ts'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Shows the loading message, changes the theme, and hides the message when the new colours are painted. */
export async function applyTheme(change: Partial<Settings>, loadingText: string) {
  const { message } = await feedback()
  const done = message.loading(loadingText, 0)
  // The message must be painted before the styles are computed, which blocks the page.
  await nextFrame()
  await nextFrame()
  changeSettings(change)
  await nextFrame()
  await nextFrame()
  done()
}
