import type { ScreenPixels } from '../drivers/device-driver.ts'
import { toGrey } from './planes.ts'
import { Pyramid } from './pyramid.ts'

/** A decoded frame. */
export class Screen {
  readonly pixels: ScreenPixels
  #pyramid: Pyramid | undefined

  constructor(pixels: ScreenPixels) {
    this.pixels = pixels
  }

  get pyramid(): Pyramid {
    this.#pyramid ??= new Pyramid(toGrey(this.pixels))
    return this.#pyramid
  }

  /** With the copies for searches, made or not. */
  get bytes(): number {
    return this.pixels.rgba.length * 2
  }
}
