/** A server hands phones over when it has more than this multiple of the mean, and so many more. */
const startShare = 1.2
const startPhones = 20
/** It ends within this of the mean: a few phones that come or go do not start it again. */
const endShare = 1.02

export interface Load {
  /** Phones of this server. */
  own: number
  /** Those that left it a moment ago; other servers may not have counted them yet. */
  moving: number
  /** Phones of each other server. */
  others: readonly number[]
}

/** How many phones too many a server has, with hysteresis: once it hands phones over, it does so down to the mean. */
export class Surplus {
  #isReducing = false

  count({ own, moving, others }: Load): number {
    const total = own + moving + others.reduce((sum, phones) => sum + phones, 0)
    const mean = total / (others.length + 1)
    this.#isReducing ||= own > mean * startShare && own > mean + startPhones
    const surplus = Math.max(0, own - Math.ceil(mean * endShare))
    // Those on their way may be counted twice for a moment: they must have arrived before it is over.
    this.#isReducing &&= others.length > 0 && (surplus > 0 || moving > 0)
    return this.#isReducing ? surplus : 0
  }
}
