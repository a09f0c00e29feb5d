import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'

type Setting = Extract<PhoneOrder, { action: 'startScreen' }>['setting']

export interface Pace {
  scalePercent: number
  quality: number
  delayMs: number
  /** Size of the frame of a screen that has stopped changing; undefined without one. */
  sharpPercent?: number
  /** Limits of a video. */
  maxFps?: number
  maxBitsPerSecond?: number
}

/** Values of device settings (spec §3) are texts; a missing or invalid one becomes the setting's default. */
export function parsePace(setting: Setting): Pace {
  const sharpPercent = wholeNumber(setting.screen_sharp, 1, 100)
  const maxFps = wholeNumber(setting.screen_video_fps, 1, 60)
  const maxKbps = wholeNumber(setting.screen_video_kbps, 100, 99_999)
  return {
    ...(maxFps !== undefined && { maxFps }),
    ...(maxKbps !== undefined && { maxBitsPerSecond: maxKbps * 1000 }),
    ...(sharpPercent !== undefined && { sharpPercent }),
    scalePercent: wholeNumber(setting.screen_scale, 1, 100) ?? 50,
    quality: wholeNumber(setting.screen_img_quality, 1, 100) ?? 20,
    delayMs: wholeNumber(setting.screen_img_delay, 10, 10_000) ?? 200,
  }
}

function wholeNumber(text: string | undefined, min: number, max: number): number | undefined {
  const value = text && /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}
