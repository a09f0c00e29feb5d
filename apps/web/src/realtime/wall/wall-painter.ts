import type { DeviceId } from '@fleetdeck/contract/ids'
import { decodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { decodeWallBatch, type WallPicture } from '@fleetdeck/contract/wall-batch'
import { reportError } from '../../ground/report-error.ts'
import { type DecodedPicture, decodePicture } from '../decode-picture.ts'
import { greyColumns, greyRows, isBlack, mayBeBlack, toGrey } from './grey-picture.ts'

/** Maximum number of cached last frames, so that tiles that become visible again are not empty. */
const maxLastFrames = 600

export interface WallPainterOptions {
  /** The batch with frames of these phones has been drawn. */
  onDrawn: (batch: number, ids: number[]) => void
  /** A frame of a compared phone. */
  onGrey: (id: number, grey: Uint8Array) => void
  /** The phones whose newest frame is black. */
  onBlack: (ids: ReadonlySet<number>) => void
}

interface Decoded extends DecodedPicture {
  id: number
  mayBeBlack: boolean
}

/** Draws the frames of many phones, each on its canvas; all of a batch in one animation frame. */
export class WallPainter {
  readonly #options: WallPainterOptions
  readonly #canvases = new Map<number, HTMLCanvasElement>()
  readonly #lastFrames = new Map<number, Uint8Array>()
  readonly #greyCanvas = document.createElement('canvas')
  readonly #greyContext: CanvasRenderingContext2D | null
  /** Phones whose frames are compared. */
  compared: ReadonlySet<number> = new Set()
  #black: ReadonlySet<number> = new Set()
  #isDisposed = false

  constructor(options: WallPainterOptions) {
    this.#options = options
    this.#greyCanvas.width = greyColumns
    this.#greyCanvas.height = greyRows
    this.#greyContext = this.#greyCanvas.getContext('2d', { willReadFrequently: true, alpha: false })
  }

  /** The phone's frames go to this canvas; the returned function ends it. */
  attach(id: DeviceId, canvas: HTMLCanvasElement): () => void {
    this.#canvases.set(id, canvas)
    const last = this.#lastFrames.get(id)
    if (last) this.#drawAll([{ deviceId: id, frame: last }]).catch(reportError)
    return () => {
      if (this.#canvases.get(id) === canvas) this.#canvases.delete(id)
    }
  }

  async show(bytes: Uint8Array) {
    const { batch, pictures } = decodeWallBatch(bytes)
    for (const picture of pictures) this.#cache(picture)
    await this.#drawAll(pictures)
    this.#options.onDrawn(
      batch,
      pictures.map(({ deviceId }) => deviceId),
    )
  }

  dispose() {
    this.#isDisposed = true
    this.#lastFrames.clear()
  }

  async #drawAll(pictures: readonly WallPicture[]) {
    const wanted = pictures.filter(
      ({ deviceId }) => this.#canvases.has(deviceId) || this.compared.has(deviceId),
    )
    const decoded = (await Promise.all(wanted.map(decode))).filter((one) => one !== undefined)
    await nextFrame()
    for (const one of decoded) {
      if (!this.#isDisposed) this.#draw(one)
      one.image.close()
    }
  }

  #draw(one: Decoded) {
    const { id, image, width, height } = one
    const canvas = this.#canvases.get(id)
    if (canvas) {
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width
        canvas.height = height
      }
      canvas.getContext('2d', { alpha: false })?.drawImage(image, 0, 0)
      canvas.dataset.frames = String(Number(canvas.dataset.frames ?? 0) + 1)
    }
    const isCompared = this.compared.has(id)
    const grey = isCompared || one.mayBeBlack ? this.#readGrey(image) : undefined
    if (isCompared && grey) this.#options.onGrey(id, grey)
    this.#setBlack(id, grey !== undefined && isBlack(grey))
  }

  #readGrey(image: Decoded['image']): Uint8Array | undefined {
    this.#greyContext?.drawImage(image, 0, 0, greyColumns, greyRows)
    const pixels = this.#greyContext?.getImageData(0, 0, greyColumns, greyRows).data
    return pixels && toGrey(pixels)
  }

  #setBlack(id: number, is: boolean) {
    if (is === this.#black.has(id)) return
    const others = [...this.#black].filter((other) => other !== id)
    this.#black = new Set(is ? [...others, id] : others)
    this.#options.onBlack(this.#black)
  }

  /** Copied, because the whole batch would stay in memory; the oldest is removed first. */
  #cache({ deviceId, frame }: WallPicture) {
    this.#lastFrames.delete(deviceId)
    this.#lastFrames.set(deviceId, frame.slice())
    for (const oldest of this.#lastFrames.keys()) {
      if (this.#lastFrames.size <= maxLastFrames) return
      this.#lastFrames.delete(oldest)
    }
  }
}

/** A page in the background draws nothing: received frames are acknowledged nevertheless. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => resolve())
  })

async function decode({ deviceId, frame }: WallPicture): Promise<Decoded | undefined> {
  try {
    const { image } = decodeScreenFrame(frame)
    const decoded = await decodePicture(image)
    return { id: deviceId, ...decoded, mayBeBlack: mayBeBlack(image.byteLength, decoded) }
  } catch {
    // An invalid frame is followed by the next one.
    return undefined
  }
}
