import type { RecordedPicture, Timeline } from '@fleetdeck/contract/recordings'
import { inBackground } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { dotsAt, drawDots, lastIndexUntil } from './moments.ts'
import { type FetchBytes, PictureStore } from './picture-store.ts'

export interface PlayerState {
  /** ms since the start of the recording. */
  at: number
  isPlaying: boolean
  /** A frame is loading. */
  isWaiting: boolean
  speed: number
  /** Why a frame could not be loaded. */
  failure: string | undefined
}

/** Interval at which the page is notified of the time; the canvas follows every frame. */
const notifyMs = 100

/** Plays a recording on a canvas: time pauses while a frame is loading. */
export class RecordingPlayer {
  readonly #timeline: Timeline
  readonly #store: PictureStore
  readonly #listeners = new Set<() => void>()
  #canvas: HTMLCanvasElement | undefined
  #state: PlayerState = { at: 0, isPlaying: false, isWaiting: false, speed: 1, failure: undefined }
  #at = 0
  #shown: { index: number; bitmap: ImageBitmap } | undefined
  #wanted: number | undefined
  #frame: number | undefined
  #lastFrame = 0
  #notifiedAt = 0

  constructor(timeline: Timeline, fetchBytes: FetchBytes) {
    this.#timeline = timeline
    this.#store = new PictureStore(timeline.pictures, fetchBytes)
  }

  readonly state = (): PlayerState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Draws on this canvas; the returned function ends it. */
  attach(canvas: HTMLCanvasElement): () => void {
    this.#canvas = canvas
    this.#draw()
    return () => {
      this.pause()
      this.#canvas = undefined
    }
  }

  toggle(): void {
    if (this.#state.isPlaying) this.pause()
    else this.play()
  }

  play(): void {
    if (this.#at >= this.#timeline.durationMs) this.#at = 0
    this.#set({ isPlaying: true, failure: undefined })
    this.#lastFrame = performance.now()
    this.#frame ??= requestAnimationFrame(this.#tick)
  }

  pause(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
    this.#set({ isPlaying: false, at: this.#at })
  }

  seek(at: number): void {
    this.#at = Math.min(Math.max(0, at), this.#timeline.durationMs)
    this.#set({ at: this.#at, failure: undefined })
    this.#draw()
  }

  choose(speed: number): void {
    this.#set({ speed })
  }

  readonly #tick = (now: number): void => {
    this.#frame = requestAnimationFrame(this.#tick)
    const passed = Math.max(0, now - this.#lastFrame)
    this.#lastFrame = now
    if (!this.#state.isWaiting) this.#at += passed * this.#state.speed
    if (this.#at >= this.#timeline.durationMs) {
      this.#at = this.#timeline.durationMs
      this.pause()
    }
    this.#draw()
    if (now - this.#notifiedAt < notifyMs) return
    this.#notifiedAt = now
    this.#set({ at: this.#at })
  }

  /** Before the first frame, the first one is shown. */
  #draw(): void {
    const { pictures } = this.#timeline
    if (pictures.length === 0) return
    const index = Math.max(0, lastIndexUntil(pictures, this.#at))
    if (this.#shown?.index !== index) inBackground(this.#fetch(index))
    this.#paint()
  }

  async #fetch(index: number): Promise<void> {
    if (this.#wanted === index) return
    this.#wanted = index
    this.#set({ isWaiting: true })
    try {
      const bitmap = await this.#store.picture(index)
      if (this.#wanted !== index) return bitmap?.close()
      this.#shown?.bitmap.close()
      this.#shown = bitmap && { index, bitmap }
      this.#wanted = undefined
      this.#set({ isWaiting: false })
      this.#paint()
    } catch (error) {
      if (this.#wanted !== index) return
      this.#wanted = undefined
      this.pause()
      this.#set({ isWaiting: false, failure: errorMessage(error) })
    }
  }

  #paint(): void {
    const canvas = this.#canvas
    const context = canvas?.getContext('2d', { alpha: false })
    if (!canvas || !context || !this.#shown) return
    const { bitmap, index } = this.#shown
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width
      canvas.height = bitmap.height
    }
    const { width, height } = bitmap
    context.drawImage(bitmap, 0, 0)
    drawDots(context, dotsAt(this.#timeline.inputs, this.#at), { x: 0, y: 0, width, height })
    canvas.dataset.picture = String(index)
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Aspect ratio of the first frame's screen: width divided by height. */
export const aspectRatio = ([first]: readonly RecordedPicture[]): number =>
  first ? first.screenWidth / (first.screenHeight || 1) : 9 / 20
