import type { TinyH264Module } from 'tinyh264/lib/TinyH264.js'
import type { H264Format } from '../video/h264-format.ts'

const pictureReady = 1
const noOutputReordering = 1

/** Decodes H.264 of the baseline profile. Its memory is freed with it. */
export class VideoDecoder {
  readonly #module: TinyH264Module
  readonly #storage: number
  /** Addresses of three numbers: the place of the picture, its width and its height. */
  readonly #result: number
  #input = { address: 0, size: 0 }

  static async open(): Promise<VideoDecoder> {
    // The package is made for workers of browsers, and looks for the address of its file.
    Object.assign(globalThis, { self: { location: { href: '' } } })
    const { default: load } = await import('tinyh264/lib/TinyH264.js')
    return new VideoDecoder(await load())
  }

  private constructor(module: TinyH264Module) {
    this.#module = module
    this.#storage = module._h264bsdAlloc()
    this.#result = module._malloc(12)
    module._h264bsdInit(this.#storage, noOutputReordering)
  }

  get bytes(): number {
    return this.#module.HEAPU8.length
  }

  /** One frame with all its parts; false if it cannot be decoded. */
  decode(frame: Uint8Array): boolean {
    const module = this.#module
    if (frame.length > this.#input.size) {
      module._free(this.#input.address)
      this.#input = { address: module._malloc(frame.length * 2), size: frame.length * 2 }
    }
    module.HEAPU8.set(frame, this.#input.address)
    const [picture, width, height] = [this.#result, this.#result + 4, this.#result + 8]
    const { address } = this.#input
    const code = module._h264bsdDecode(this.#storage, address, frame.length, picture, width, height)
    return code === pictureReady
  }

  /** The visible part of the last frame: its brightness, then two planes of colour at half the size. */
  picture({ width, height, left, top }: H264Format): ArrayBuffer {
    const { HEAPU8, HEAP32 } = this.#module
    const at = this.#result >> 2
    const [address = 0, codedWidth = 0, codedHeight = 0] = HEAP32.subarray(at, at + 3)
    const isWhole = left + width <= codedWidth && top + height <= codedHeight
    if (!isWhole) throw new Error('the frame is smaller than announced')
    const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
    const bytes = new ArrayBuffer(width * height + 2 * half.width * half.height)
    const planes = new Uint8Array(bytes)
    let to = 0
    const copy = (from: number, stride: number, columns: number, rows: number) => {
      for (let row = 0; row < rows; row += 1, to += columns)
        planes.set(HEAPU8.subarray(from + row * stride, from + row * stride + columns), to)
    }
    copy(address + top * codedWidth + left, codedWidth, width, height)
    const [size, stride] = [codedWidth * codedHeight, codedWidth >> 1]
    const inset = (top >> 1) * stride + (left >> 1)
    for (const plane of [address + size, address + size + size / 4])
      copy(plane + inset, stride, half.width, half.height)
    return bytes
  }
}
