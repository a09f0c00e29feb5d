import type { Undo } from '../drivers/phone-parts.ts'

/** Settings of a phone that a script has changed. When it ends, they get the values from before its first change. */
export class SettingChanges {
  readonly #undos = new Map<string, Undo>()
  #hasEnded = false

  /** keep: the value stays after the script, also that of earlier changes of this setting. */
  async change(setting: string, keep: boolean, change: () => Promise<Undo>): Promise<void> {
    const undo = await change()
    const first = this.#undos.get(setting)
    if (keep) {
      this.#undos.delete(setting)
      await first?.keep?.()
      await undo.keep?.()
    }
    // A call that was still in progress when its script was stopped.
    else if (this.#hasEnded) await undo()
    else if (first) await undo.keep?.()
    else this.#undos.set(setting, undo)
  }

  /** The last changed setting first; never rejects. */
  async restore(failed: (error: unknown) => void): Promise<void> {
    this.#hasEnded = true
    for (const [setting, undo] of [...this.#undos].toReversed()) {
      this.#undos.delete(setting)
      await undo().catch(failed)
    }
  }
}
