import type { ScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { ShownPicture } from './latency-meter.ts'
import type { ScreenStats } from './screen-stats.ts'

/** spec §3, screen_mode. */
export type ScreenMode = '1' | '2'
export const videoMode: ScreenMode = '1'
export const picturesMode: ScreenMode = '2'
export const toScreenMode = (text: string | undefined): ScreenMode | undefined =>
  text === videoMode || text === picturesMode ? text : undefined

export interface VideoEvents {
  /** The first frame of the track is visible. */
  onFirst: () => void
  /** Width of its frames in pixels, at first and after a change. */
  onWidth: (pixels: number) => void
  /** Each visible frame: how long it queued on the way; milliseconds. */
  onQueued: (queuedMs: number) => void
}

/** The target of frames and video. */
export interface PictureSink {
  show(frame: ScreenFrame): void
  showVideo(track: MediaStreamTrack, events: VideoEvents): void
  endVideo(): void
  clear(): void
  stats(): ScreenStats
  /** What is shown now, as PNG; undefined before the first frame. */
  snapshot(): Promise<Blob | undefined>
  /** Set while latency is measured. */
  onTimed: ((picture: ShownPicture) => void) | undefined
}
