import type { ScreenSize, ScreenVideo, VideoRequest } from '../../device-driver.ts'
import type { AdbShell } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'
import { ScrcpyControl } from './scrcpy-control.ts'
import { ScrcpyServer } from './scrcpy-server.ts'
import { ScrcpyVideo } from './scrcpy-video.ts'

/** After so long without work, the phone's program ends. */
const idleMs = 120_000

/** scrcpy on one phone: started at first use, ended when idle. */
export class ScrcpyPhone {
  readonly #shell: AdbShell
  readonly #server: ScrcpyServer
  readonly #encoder = { refusesBaseline: false }
  #control: Promise<ScrcpyControl> | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(shell: AdbShell, file: string, texts: AdbTexts) {
    this.#shell = shell
    this.#server = new ScrcpyServer(shell, file, texts)
  }

  openVideo(size: () => Promise<ScreenSize>, request: VideoRequest): Promise<ScreenVideo> {
    const { signal } = this.#shell
    // A finger will follow soon, and should not wait for it.
    this.control().catch(() => undefined)
    const deps = { server: this.#server, size, signal, encoder: this.#encoder }
    return ScrcpyVideo.open(deps, request)
  }

  control(): Promise<ScrcpyControl> {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.close().catch(() => undefined)
    }, idleMs).unref()
    this.#control ??= this.#open()
    return this.#control
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const control = this.#control
    this.#control = undefined
    await control?.then((opened) => opened.close()).catch(() => undefined)
  }

  #open(): Promise<ScrcpyControl> {
    const opening = ScrcpyControl.open(this.#server)
    const forget = () => {
      if (this.#control === opening) this.#control = undefined
    }
    opening.then(({ ended }) => ended.then(forget)).catch(forget)
    return opening
  }
}
