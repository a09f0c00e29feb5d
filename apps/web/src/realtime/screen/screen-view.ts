import type { ScreenFrame } from '@fleetdeck/contract/screen-frame'
import { CanvasScreen, type CanvasScreenOptions } from './canvas-screen.ts'
import type { ShownPicture } from './latency-meter.ts'
import type { VideoEvents } from './picture-sink.ts'
import type { ScreenStats } from './screen-stats.ts'
import { VideoScreen } from './video-screen.ts'

/** The canvas for frames with the video above it: the one with the newer frame is visible. */
export class ScreenView {
  readonly #canvas: HTMLCanvasElement
  readonly #video: HTMLVideoElement
  readonly #pictures: CanvasScreen
  readonly #film: VideoScreen
  #events: VideoEvents | undefined
  #hasTrack = false

  constructor(canvas: HTMLCanvasElement, video: HTMLVideoElement, options: Required<CanvasScreenOptions>) {
    this.#canvas = canvas
    this.#video = video
    this.#pictures = new CanvasScreen(canvas, options)
    this.#film = new VideoScreen(video, {
      onSize: (width, height) => {
        options.onScreenSize(width, height)
        this.#events?.onWidth(width)
      },
      onQueued: (queuedMs) => this.#events?.onQueued(queuedMs),
      onTimed: undefined,
      onFirst: () => {
        video.hidden = false
        this.#events?.onFirst()
      },
    })
  }

  set onTimed(listener: ((picture: ShownPicture) => void) | undefined) {
    this.#pictures.onTimed = listener
    this.#film.onTimed = listener
  }

  show(frame: ScreenFrame) {
    if (!this.#hasTrack) this.#video.hidden = true
    this.#pictures.show(frame)
  }

  showVideo(track: MediaStreamTrack, events: VideoEvents) {
    this.#hasTrack = true
    this.#events = events
    this.#film.show(track)
  }

  /** The last frame stays until another one replaces it. */
  endVideo() {
    this.#hasTrack = false
  }

  clear() {
    this.#hasTrack = false
    this.#video.hidden = true
    this.#film.clear()
    this.#pictures.clear()
  }

  stats(): ScreenStats {
    return this.#video.hidden ? this.#pictures.stats() : this.#film.stats()
  }

  async snapshot(): Promise<Blob | undefined> {
    const image = await createImageBitmap(this.#video.hidden ? this.#canvas : this.#video)
    const copy = new OffscreenCanvas(image.width, image.height)
    copy.getContext('2d')?.drawImage(image, 0, 0)
    image.close()
    return copy.convertToBlob({ type: 'image/png' })
  }

  dispose() {
    this.#film.clear()
    this.#pictures.dispose()
  }
}
