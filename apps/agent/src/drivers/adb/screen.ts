import { createHash } from 'node:crypto'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { Capture, CaptureRequest, HoldFrame, ScreenFrame, ScreenSize } from '../device-driver.ts'
import { FollowedSize } from './followed-size.ts'
import { pngIn } from './png-in.ts'
import type { AdbShell } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const captureLine = 'screencap -p 2>/dev/null'

/** Frames of the screen by `screencap -p`, in its present rotation. */
export class AdbScreen {
  readonly #shell: AdbShell
  readonly #texts: AdbTexts
  #last: Promise<unknown> = Promise.resolve()
  #hash = ''
  #revision = 0
  #canvas: Canvas | undefined
  readonly #size: FollowedSize

  constructor(shell: AdbShell, texts: AdbTexts) {
    this.#shell = shell
    this.#texts = texts
    this.#size = new FollowedSize(shell, () => this.#sizeOfPicture())
  }

  capture(request: CaptureRequest): Promise<Capture | undefined> {
    return this.#inTurn(() => this.#capture(request))
  }

  readFrame<Held extends ScreenSize>(hold?: HoldFrame<Held>): Promise<ScreenFrame | Held> {
    return this.#inTurn(async () => {
      const reading = hold && this.#shell.execBy(captureLine, hold)
      return reading ? this.#seen(await reading) : this.#shoot()
    })
  }

  /** Pixels in the present rotation, which touches also use. */
  size(options?: { fresh?: boolean }): Promise<ScreenSize> {
    return this.#size.read(options)
  }

  /** The phone is being rotated. */
  forgetSize(): void {
    this.#size.forget()
  }

  async #sizeOfPicture(): Promise<ScreenSize> {
    return this.#inTurn(() => this.#shoot())
  }

  async #capture({ scalePercent, quality, knownRevision }: CaptureRequest): Promise<Capture | undefined> {
    const began = performance.now()
    const { png, ...screen } = await this.#shoot()
    const taken = performance.now()
    const hash = createHash('sha1').update(png).digest('base64')
    if (hash !== this.#hash) this.#revision++
    this.#hash = hash
    if (this.#revision === knownRevision) return undefined
    const canvas = await this.#draw(png, scalePercent)
    const jpeg = await canvas.encode('jpeg', quality)
    return {
      jpeg,
      width: canvas.width,
      height: canvas.height,
      screenWidth: screen.width,
      screenHeight: screen.height,
      revision: this.#revision,
      captureMs: taken - began,
      encodeMs: performance.now() - taken,
    }
  }

  async #shoot() {
    return this.#seen(pngIn(await this.#shell.exec(captureLine)))
  }

  #seen<Shot extends ScreenSize>(shot: Shot | undefined): Shot {
    if (!shot) throw new Error(this.#texts.noScreen)
    this.#size.seen(shot)
    return shot
  }

  async #draw(png: Buffer, scalePercent: number): Promise<Canvas> {
    const image = await loadImage(png).catch(() => undefined)
    if (!image) throw new Error(this.#texts.noScreen)
    const side = (pixels: number) => Math.max(1, Math.round((pixels * scalePercent) / 100))
    const [width, height] = [side(image.width), side(image.height)]
    if (this.#canvas?.width !== width || this.#canvas.height !== height)
      this.#canvas = createCanvas(width, height)
    this.#canvas.getContext('2d').drawImage(image, 0, 0, width, height)
    return this.#canvas
  }

  /** One at a time: the phone encodes no faster for parallel requests, and there is only one canvas. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work)
    this.#last = next.catch(() => undefined)
    return next
  }
}
