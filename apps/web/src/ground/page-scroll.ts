import { pageScrollMs } from './constants.ts'

const easeInOut = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2)

/** Scrolls the page in the spec's 800 ms; immediately if reduced motion is preferred. */
export function scrollPageTo(top: number, durationMs = pageScrollMs) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo({ top, behavior: 'instant' })
    return
  }
  const from = window.scrollY
  const startedAt = performance.now()
  // Scrolling by the user stops it.
  let isTakenOver = false
  for (const hand of ['wheel', 'touchmove', 'keydown'] as const)
    window.addEventListener(hand, () => (isTakenOver = true), { once: true, passive: true })
  const step = (now: number) => {
    if (isTakenOver) return
    const share = Math.min(1, (now - startedAt) / durationMs)
    window.scrollTo({ top: from + (top - from) * easeInOut(share), behavior: 'instant' })
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
