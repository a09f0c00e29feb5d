const remembered = 32
const ticksPerMs = 90
const period = 2 ** 32 / ticksPerMs
const wrapped = (ms: number) => ms - period * Math.round(ms / period)

/**
 * Measures encoding time. An encoded frame does not identify its source, but its RTP time runs in parallel to the clock
 * of the frames. The offset between the two is constant, and never more than for the newest frame.
 */
export class EncodeClock {
  meanMs: number | undefined
  readonly #pictures: number[] = []
  #rtpTime: number | undefined
  #lead: number | undefined

  pictureIn(now = performance.now()): void {
    this.#pictures.push(now)
    if (this.#pictures.length > remembered) this.#pictures.shift()
  }

  packetOut(rtpTime: number, now = performance.now()): void {
    const newest = this.#pictures.at(-1)
    if (rtpTime === this.#rtpTime || newest === undefined) return
    this.#rtpTime = rtpTime
    const at = rtpTime / ticksPerMs
    const lead = at - newest
    if (this.#lead === undefined || wrapped(lead - this.#lead) > 0) this.#lead = lead
    const capturedAt = newest + wrapped(at - this.#lead - newest)
    const took = now - this.#nearest(capturedAt)
    this.meanMs = this.meanMs === undefined ? took : this.meanMs * 0.9 + took * 0.1
  }

  #nearest(time: number): number {
    return this.#pictures.reduce((best, at) => (Math.abs(at - time) < Math.abs(best - time) ? at : best))
  }
}
