import type { CanvasAction } from '@fleetdeck/contract/screen-action'

/** What the phone gets of a touch, and whether it is told that it takes one finger only. */
interface Taken {
  frame?: CanvasAction
  isRefused?: true
}

/** The fingers on a phone, which are lifted when the viewer who has put them down can no longer do so. */
export class Fingers {
  #down: { viewer: string; frame: CanvasAction } | undefined
  /** The gesture of this viewer began with two fingers, and the phone takes one: it is left out. */
  #leftOut: string | undefined
  #isTold = false

  /** Of a phone that takes one finger, one that is down already continues alone. */
  take(viewer: string, frame: CanvasAction, takesTwo: boolean): Taken {
    const { action_type: type } = frame
    if (type !== 'touchDown' && type !== 'touchMove' && type !== 'touchUp') return { frame }
    const isRefused = frame.second !== undefined && !takesTwo
    if (type === 'touchDown') {
      this.#leftOut = isRefused ? viewer : undefined
      this.#isTold = false
    }
    const tells = isRefused && !this.#isTold ? { isRefused: true as const } : {}
    this.#isTold ||= isRefused
    if (this.#leftOut === viewer) return tells
    const { second: _, ...alone } = frame
    const taken = isRefused ? alone : frame
    this.#down = type === 'touchUp' ? undefined : { viewer, frame: taken }
    return { frame: taken, ...tells }
  }

  /** Lifts all fingers of others than the controller. */
  lift(controller: string | null | undefined): CanvasAction | undefined {
    if (this.#leftOut !== controller) this.#leftOut = undefined
    if (!this.#down || this.#down.viewer === controller) return undefined
    const { frame } = this.#down
    this.#down = undefined
    return { ...frame, action_type: 'touchUp' }
  }
}
