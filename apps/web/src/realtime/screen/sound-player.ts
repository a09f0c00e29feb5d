/** Plays the sound of a phone. Muted is the absence of a track: the browser decodes nothing then. */
export class SoundPlayer {
  readonly #audio = new Audio()

  /** Rejects if the browser lets this page play nothing. */
  async play(track: MediaStreamTrack): Promise<void> {
    this.#audio.srcObject = new MediaStream([track])
    await this.#audio.play().catch((error: unknown) => {
      // Another call came first.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
  }

  stop() {
    this.#audio.pause()
    this.#audio.srcObject = null
  }
}
