import { RtcEncoder } from './rtc-encoder.ts'

const maxIdle = 2
const idleMs = 120_000

interface Idle {
  encoder: RtcEncoder
  timer: NodeJS.Timeout
}

/**
 * Idle encoders for reuse. Opening one takes a while, and its library keeps some memory for each that was ever opened.
 * A screen that is viewed repeatedly reuses the same one.
 */
class EncoderPool {
  readonly #idle: Idle[] = []

  async take(): Promise<RtcEncoder> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (idle.encoder.isConnected) return idle.encoder
      await idle.encoder.close()
    }
    return RtcEncoder.open()
  }

  async giveBack(encoder: RtcEncoder): Promise<void> {
    encoder.rest()
    if (!encoder.isConnected || this.#idle.length >= maxIdle) return encoder.close()
    const idle = { encoder, timer: setTimeout(() => this.#drop(idle), idleMs).unref() }
    this.#idle.push(idle)
  }

  #drop(idle: Idle): void {
    this.#idle.splice(this.#idle.indexOf(idle), 1)
    void idle.encoder.close().catch(() => undefined)
  }
}

/** Shared by the phones of one process. */
export const encoders = new EncoderPool()
