import type { ShownPicture } from './latency-meter.ts'
import { Lateness } from './lateness.ts'
import type { ScreenStats } from './screen-stats.ts'
import { FrameRate, wallClock } from './screen-stats.ts'
import { TimeCodeReader } from './time-code-reader.ts'

export interface VideoScreenOptions {
  /** The first frame of a track is visible. */
  onFirst: () => void
  onSize: (width: number, height: number) => void
  /** A frame is visible that queued on the way for so long; milliseconds. */
  onQueued: (queuedMs: number) => void
  /** Set while latency is measured. */
  onTimed: ((picture: ShownPicture) => void) | undefined
}

/** Of the clock of video packets. */
const ticksPerMs = 90

/** Shows a track on a video element, and counts the shown frames. */
export class VideoScreen {
  readonly #video: HTMLVideoElement
  readonly #options: VideoScreenOptions
  readonly #reader = new TimeCodeReader()
  readonly #rate = new FrameRate()
  #callback = 0
  #track: MediaStreamTrack | undefined
  #size = ''
  /** The browser's count since the track arrived. */
  #presented = 0
  #lateness = new Lateness()
  #rtpTimestamp: number | undefined
  #media = 0

  constructor(video: HTMLVideoElement, options: VideoScreenOptions) {
    this.#video = video
    this.#options = options
  }

  /** Replaces the latency measurement, or ends it. */
  set onTimed(listener: VideoScreenOptions['onTimed']) {
    this.#options.onTimed = listener
  }

  show(track: MediaStreamTrack) {
    this.#track = track
    this.#lateness = new Lateness()
    this.#rtpTimestamp = undefined
    this.#media = 0
    this.#video.srcObject = new MediaStream([track])
    // A page that may not play yet shows the frame as soon as it may.
    void this.#video.play().catch(() => undefined)
    this.#next(true)
  }

  clear() {
    this.#video.cancelVideoFrameCallback(this.#callback)
    this.#track = undefined
    this.#video.srcObject = null
    this.#rate.clear()
  }

  stats(): ScreenStats {
    return this.#rate.stats(undefined)
  }

  #next(isFirst: boolean) {
    this.#video.cancelVideoFrameCallback(this.#callback)
    this.#callback = this.#video.requestVideoFrameCallback((_, info) => this.#shown(info, isFirst))
  }

  #shown(frame: VideoFrameCallbackMetadata, isFirst: boolean) {
    if (!this.#track) return
    const { width, height, receiveTime, presentedFrames, rtpTimestamp } = frame
    const shownAt = wallClock()
    const receivedAt = receiveTime === undefined ? shownAt : performance.timeOrigin + receiveTime
    if (rtpTimestamp !== undefined)
      this.#options.onQueued(this.#lateness.note(receivedAt - this.#mediaMs(rtpTimestamp)))
    // A page slower than its video is only notified of some frames.
    const pictures = isFirst ? 1 : presentedFrames - this.#presented
    this.#presented = presentedFrames
    this.#video.dataset.frames = String(this.#rate.count(shownAt, pictures))
    if (isFirst) this.#options.onFirst()
    if (this.#size !== `${width}x${height}`) {
      this.#size = `${width}x${height}`
      this.#options.onSize(width, height)
    }
    if (this.#options.onTimed) {
      const code = this.#reader.read(this.#video, { width, height }, shownAt)
      if (!code) return this.#next(false)
      this.#options.onTimed({ code, receivedAt, shownAt })
      this.#video.dataset.latencyMs = (shownAt - code.time).toFixed(1)
    }
    this.#next(false)
  }

  /** The phone's time of the frame, since the first; the counter in packets starts again at times. */
  #mediaMs(rtpTimestamp: number): number {
    this.#media += (rtpTimestamp - (this.#rtpTimestamp ?? rtpTimestamp)) | 0
    this.#rtpTimestamp = rtpTimestamp
    return this.#media / ticksPerMs
  }
}
