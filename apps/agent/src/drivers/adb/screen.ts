import { createHash } from 'node:crypto'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type {
  Capture,
  CaptureRequest,
  HeldPicture,
  HoldFrame,
  ScreenFrame,
  ScreenSize,
} from '../device-driver.ts'
import { isSameSize, parsePanels, screenIn } from './display-geometry.ts'
import { FollowedSize } from './followed-size.ts'
import { pngIn } from './png-in.ts'
import type { AdbShell } from './shell.ts'
import type { ShownDisplay } from './shown-display.ts'
import type { AdbTexts } from './texts.ts'

const surfacesLine = 'dumpsys SurfaceFlinger --display-id'
const mostPanels = 4
const lineOf = (panel: string | undefined): string =>
  `screencap -p ${panel === undefined ? '' : `-d ${panel} `}2>/dev/null`

export interface AdbScreenDeps {
  shell: AdbShell
  texts: AdbTexts
  display: ShownDisplay
  /** The size of a running video. */
  ofVideo: () => ScreenSize | undefined
}

/** Frames of the screen by `screencap -p`, in its present rotation. */
export class AdbScreen {
  readonly #shell: AdbShell
  readonly #texts: AdbTexts
  readonly #display: ShownDisplay
  #last: Promise<unknown> = Promise.resolve()
  #hash = ''
  #revision = 0
  #canvas: Canvas | undefined
  readonly #size: FollowedSize
  /** That gave a picture where `screencap` without one gave none. */
  #foundPanel: string | undefined

  constructor({ shell, texts, display, ofVideo }: AdbScreenDeps) {
    this.#shell = shell
    this.#texts = texts
    this.#display = display
    const ofPicture = () => this.#inTurn(() => this.#shoot())
    this.#size = new FollowedSize({ shell, display, ofVideo, ofPicture })
  }

  capture(request: CaptureRequest): Promise<Capture | undefined> {
    return this.#inTurn(() => this.#capture(request))
  }

  /** In the pixels that fingers touch, although its PNG may have others. */
  readFrame<Held extends HeldPicture>(hold?: HoldFrame<Held>): Promise<ScreenFrame | Held> {
    return this.#inTurn(async () => {
      const held = hold && (await this.#shell.execBy(await this.#line(), hold))
      if (held) return this.#fit(held)
      const { png, ...picture } = await this.#shoot()
      return { png, ...(await this.#size.shownBy(picture)) }
    })
  }

  /** Logical pixels in the present rotation, in which fingers touch. */
  size(options?: { fresh?: boolean }): Promise<ScreenSize> {
    return this.#size.read(options)
  }

  /** The phone is being rotated. */
  forgetSize(): void {
    this.#size.forget()
  }

  /** Another display is shown. */
  forgetDisplay(): void {
    this.#size.forgetDisplay()
    this.#foundPanel = undefined
  }

  /** For `screenrecord`, which shows the main display by itself. */
  async recordedPanel(): Promise<string | undefined> {
    return this.#display.id === 0 ? undefined : this.#panel()
  }

  async #capture({ scalePercent, quality, knownRevision }: CaptureRequest): Promise<Capture | undefined> {
    const began = performance.now()
    const { png, ...picture } = await this.#shoot()
    const taken = performance.now()
    const hash = createHash('sha1').update(png).digest('base64')
    if (hash !== this.#hash) this.#revision++
    this.#hash = hash
    if (this.#revision === knownRevision) return undefined
    const screen = await this.#size.shownBy(picture)
    const canvas = await this.#draw(png, { screen, scalePercent })
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

  async #fit<Held extends HeldPicture>(held: Held): Promise<Held> {
    try {
      const screen = await this.#size.shownBy(held)
      if (!isSameSize(held, screen)) held.fitTo(screen)
      return held
    } catch (error) {
      held[Symbol.dispose]()
      throw error
    }
  }

  async #shoot() {
    const own = pngIn(await this.#shell.exec(await this.#line()))
    const shot = own ?? (this.#display.id === 0 ? await this.#shootPanels() : undefined)
    if (!shot) throw new Error(this.#texts.noScreen)
    return shot
  }

  /** Some phones with several panels print a warning instead of a picture unless one is named. */
  async #shootPanels() {
    this.#foundPanel = undefined
    for (const panel of parsePanels((await this.#shell.run(surfacesLine)).stdout).slice(0, mostPanels)) {
      const shot = pngIn(await this.#shell.exec(lineOf(panel)))
      if (shot) this.#foundPanel = panel
      if (shot) return shot
    }
    return undefined
  }

  async #line(): Promise<string> {
    return lineOf(this.#foundPanel ?? (await this.#panel()))
  }

  /** Only the main display is shown without naming its panel. */
  async #panel(): Promise<string | undefined> {
    const panel = await this.#size.panel()
    if (panel === undefined && this.#display.id !== 0) throw new Error(this.#texts.noScreen)
    return panel
  }

  async #draw(
    png: Buffer,
    { screen, scalePercent }: { screen: ScreenSize; scalePercent: number },
  ): Promise<Canvas> {
    const image = await loadImage(png).catch(() => undefined)
    if (!image) throw new Error(this.#texts.noScreen)
    const side = (pixels: number) => Math.max(1, Math.round((pixels * scalePercent) / 100))
    const [width, height] = [side(screen.width), side(screen.height)]
    const shown = screenIn(image, screen)
    if (this.#canvas?.width !== width || this.#canvas.height !== height)
      this.#canvas = createCanvas(width, height)
    const context = this.#canvas.getContext('2d')
    context.drawImage(image, shown.x, shown.y, shown.width, shown.height, 0, 0, width, height)
    return this.#canvas
  }

  /** One at a time: the phone encodes no faster for parallel requests, and there is only one canvas. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work)
    this.#last = next.catch(() => undefined)
    return next
  }
}
