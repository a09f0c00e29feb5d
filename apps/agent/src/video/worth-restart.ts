import type { VideoRequest } from '../drivers/device-driver.ts'

/** A restart shows nothing for a moment: a rate has to differ by this factor. */
const factor = 1.5

const differ = (one = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY) =>
  Math.max(one, other) >= factor * Math.min(one, other) && one !== other

/** Whether an encoder that only takes its settings at its start is restarted for these. */
export const isWorthRestart = (running: VideoRequest, wanted: VideoRequest): boolean =>
  running.scalePercent !== wanted.scalePercent ||
  differ(running.maxFps, wanted.maxFps) ||
  differ(running.maxBitsPerSecond, wanted.maxBitsPerSecond)
