import {
  readTimeCode,
  type TimeCode,
  timeCodeColumns,
  timeCodeRows,
  timeCodeShare,
} from '@fleetdeck/contract/time-code'

/** Pixels of a cell after scaling; the centre one is read. */
const cell = 3
const white = 128

/** Reads the time code from frames, on any element. */
export class TimeCodeReader {
  readonly #canvas = document.createElement('canvas')
  readonly #pen: CanvasRenderingContext2D | null

  constructor() {
    this.#canvas.width = timeCodeColumns * cell
    this.#canvas.height = timeCodeRows * cell
    this.#pen = this.#canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  }

  /** now: ms since 1970, to resolve the ambiguity of the code. */
  read(
    picture: CanvasImageSource,
    size: { width: number; height: number },
    now: number,
  ): TimeCode | undefined {
    const { width, height } = this.#canvas
    this.#pen?.drawImage(picture, 0, 0, size.width, size.height * timeCodeShare, 0, 0, width, height)
    const pixels = this.#pen?.getImageData(0, 0, width, height).data
    if (!pixels) return undefined
    const cells = Array.from({ length: timeCodeColumns * timeCodeRows }, (_, at) => {
      const x = (at % timeCodeColumns) * cell + 1
      const y = Math.floor(at / timeCodeColumns) * cell + 1
      return (pixels[(y * width + x) * 4 + 1] ?? 0) > white
    })
    return readTimeCode(cells, now)
  }
}
