import type { ScreenSize, ScreenVideo, VideoRequest } from '../../device-driver.ts'
import type { Pixel, TouchStep } from '../../finger-paths.ts'
import { toPixel } from '../pixels.ts'
import type { AdbShell } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'
import { ScrcpyControl } from './scrcpy-control.ts'
import { ScrcpyServer } from './scrcpy-server.ts'
import { ScrcpyVideo } from './scrcpy-video.ts'
import { type ScrcpyTrouble, troubleIn } from './server-output.ts'

/** After so long without work, the phone's program ends. */
const idleMs = 120_000

/** scrcpy on one phone: started at first use, ended when idle. */
export class ScrcpyPhone {
  /** What its server complains about, with its own words. */
  onTrouble: (trouble: ScrcpyTrouble, line: string) => void = () => {}
  readonly #shell: AdbShell
  readonly #server: ScrcpyServer
  readonly #texts: AdbTexts
  readonly #encoder = { refusesBaseline: false }
  #control: Promise<ScrcpyControl> | undefined
  #video: ScrcpyVideo | undefined
  /** What takes the present gesture. */
  #finger: ScrcpyControl | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(shell: AdbShell, file: string, texts: AdbTexts) {
    this.#shell = shell
    this.#texts = texts
    this.#server = new ScrcpyServer(shell, file, texts)
  }

  /** As its server reported it; undefined before its first use. */
  get version(): string | undefined {
    return this.#server.version
  }

  async openVideo(size: () => Promise<ScreenSize>, request: VideoRequest): Promise<ScreenVideo> {
    const { signal } = this.#shell
    // A finger will follow soon, and should not wait for it.
    this.control().catch(() => undefined)
    const deps = {
      ...{ server: this.#server, texts: this.#texts, size, signal, encoder: this.#encoder },
      onLine: (line: string) => this.#read(line),
    }
    this.#video = await ScrcpyVideo.open(deps, request)
    return this.#video
  }

  /**
   * One step of a finger, at these fractions of the screen. While a video runs, its server also takes the touches, in
   * pixels of the video: it knows the rotation, so the phone need not be asked for it.
   */
  async touch(step: TouchStep, at: Pixel, sizeOfScreen: () => Promise<ScreenSize>): Promise<void> {
    if (step === 'touchDown' || !this.#finger || this.#finger.hasEnded) {
      const control = await this.control()
      this.#finger = this.#video?.control ?? control
    }
    const finger = this.#finger
    const size = finger.size ?? (await sizeOfScreen())
    await finger.touch(step, toPixel(at, size), size)
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
    const starting = this.#server.start({
      streams: { control: true },
      onLine: (line) => this.#read(line),
    })
    const opening = starting.then((session) => new ScrcpyControl(session))
    const forget = () => {
      if (this.#control === opening) this.#control = undefined
    }
    opening.then(({ ended }) => ended.then(forget)).catch(forget)
    return opening
  }

  #read(line: string): void {
    const trouble = troubleIn(line)
    if (trouble) this.onTrouble(trouble, line)
  }
}
