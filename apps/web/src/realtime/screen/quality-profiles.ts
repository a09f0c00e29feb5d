import type { DeviceSettings } from '@fleetdeck/contract/device-settings'
import type { QualityProfile } from '../../ground/theme/settings-store.ts'

export interface QualityStep {
  /** Of the shown pixels. */
  share: number
  /** JPEG quality. */
  quality: DeviceSettings['screen_img_quality']
  /** Between two frames. */
  delayMs: number
  /** A still screen is sent once more without visible losses; on a poor line that would delay the next change. */
  sharpens?: true
  /** Frames a second and kbit/s at most; missing: as fast and as good as the phone and the line allow. */
  video?: { fps: number; kbps: number }
}

/** What a profile asks for, from a good line to a poor one. */
export const profileSteps: Record<QualityProfile, readonly [QualityStep, ...QualityStep[]]> = {
  automatic: [
    { share: 1, quality: '50', delayMs: 50, sharpens: true },
    { share: 0.75, quality: '50', delayMs: 60, sharpens: true, video: { fps: 30, kbps: 3000 } },
    { share: 0.6, quality: '20', delayMs: 66, sharpens: true, video: { fps: 24, kbps: 1500 } },
    { share: 0.45, quality: '10', delayMs: 66, video: { fps: 20, kbps: 800 } },
    { share: 0.33, quality: '5', delayMs: 66, video: { fps: 15, kbps: 400 } },
  ],
  // The size stays: a poor line shows fewer frames.
  sharp: [
    { share: 1, quality: '50', delayMs: 50, sharpens: true },
    { share: 1, quality: '50', delayMs: 100, sharpens: true, video: { fps: 20, kbps: 4000 } },
    { share: 1, quality: '50', delayMs: 200, sharpens: true, video: { fps: 12, kbps: 2500 } },
    { share: 1, quality: '20', delayMs: 300, sharpens: true, video: { fps: 8, kbps: 1500 } },
    { share: 1, quality: '20', delayMs: 500, sharpens: true, video: { fps: 5, kbps: 1000 } },
  ],
  // The rate stays: a poor line shows coarser frames.
  smooth: [
    { share: 0.75, quality: '20', delayMs: 33, sharpens: true },
    { share: 0.6, quality: '20', delayMs: 33, video: { fps: 30, kbps: 2000 } },
    { share: 0.5, quality: '10', delayMs: 40, video: { fps: 30, kbps: 1000 } },
    { share: 0.4, quality: '5', delayMs: 50, video: { fps: 25, kbps: 600 } },
    { share: 0.33, quality: '2', delayMs: 60, video: { fps: 20, kbps: 350 } },
  ],
  saving: [
    { share: 0.5, quality: '20', delayMs: 200, video: { fps: 10, kbps: 500 } },
    { share: 0.4, quality: '10', delayMs: 250, video: { fps: 8, kbps: 350 } },
    { share: 0.33, quality: '5', delayMs: 400, video: { fps: 5, kbps: 250 } },
  ],
}
