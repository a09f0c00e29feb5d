import type { ScreenSource } from '@fleetdeck/contract/screen-action'
import { errorMessage } from '../../notice.ts'
import { Attempts } from './attempts.ts'
import { ScrcpyUnusable } from './scrcpy/scrcpy-server.ts'

/** The ways to show a screen, the best first. */
export type ScreenWay = 'scrcpy' | 'screenrecord' | 'screencap'
type Lost = ScreenSource['lost'][number]

const mostDetail = 300

/** Which of a phone's ways to show its screen is used, and why not a better one. */
export class ScreenWays {
  #ways: readonly ScreenWay[]
  readonly #attempts = new Map<ScreenWay, Attempts>()
  readonly #lost = new Map<ScreenWay, Lost>()
  #shownBy: ScreenWay | undefined

  /** Those that the phone has, the best first; the last one is never given up. */
  constructor(ways: readonly ScreenWay[]) {
    this.#ways = ways
    for (const way of ways.slice(0, -1)) this.#attempts.set(way, new Attempts())
  }

  /** scrcpy became another one, or unavailable: what is known of the former does not count. */
  replaceScrcpy(isAvailable: boolean): void {
    this.#ways = [
      ...(isAvailable ? (['scrcpy'] as const) : []),
      ...this.#ways.filter((way) => way !== 'scrcpy'),
    ]
    this.#attempts.set('scrcpy', new Attempts())
    this.#lost.delete('scrcpy')
  }

  /** The best one to try now. */
  get best(): ScreenWay {
    return this.#ways.find((way) => this.#attempts.get(way)?.mayTry ?? true) ?? 'screencap'
  }

  /** How the screen was last shown, or would be. */
  get present(): ScreenWay {
    return this.#shownBy ?? this.best
  }

  get lost(): Lost[] {
    return this.#ways.flatMap((way) => this.#lost.get(way) ?? [])
  }

  /** False if it was shown so before. */
  shownBy(way: ScreenWay): boolean {
    // Screenshots are also taken while video works.
    if (way !== 'screencap') {
      this.#attempts.get(way)?.succeeded()
      this.#lost.delete(way)
    }
    const isNew = this.#shownBy !== way
    this.#shownBy = way
    return isNew
  }

  /** It did not work; undefined if that is known. */
  lose(way: ScreenWay, error: unknown): Lost | undefined {
    const isUnusable = error instanceof ScrcpyUnusable
    this.#attempts.get(way)?.failed({ isFinal: isUnusable })
    const detail = (isUnusable ? error.detail : errorMessage(error)).slice(0, mostDetail)
    const lost: Lost = { way, why: isUnusable ? error.why : 'failed', detail }
    const known = this.#lost.get(way)
    this.#lost.set(way, lost)
    return known?.detail === detail ? undefined : lost
  }
}
