/** The shortest age is forgotten slowly: two clocks drift apart. */
const driftMsPerFrame = 0.05

/** How long frames queue on the way: beyond the shortest age so far, since the phone's clock is another one. */
export class Lateness {
  #shortestAge = Number.POSITIVE_INFINITY

  /** The queueing of a frame of this age, by both clocks. */
  note(ageMs: number): number {
    this.#shortestAge = Math.min(this.#shortestAge + driftMsPerFrame, ageMs)
    return ageMs - this.#shortestAge
  }
}
