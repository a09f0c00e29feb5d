import type { ScreenSize, VideoRequest } from '../../device-driver.ts'
import type { Pixel, TouchStep } from '../../finger-paths.ts'
import { CannotDo } from '../../phone-parts.ts'
import { atMost } from '../at-most.ts'
import { toPixel } from '../pixels.ts'
import type { AdbShell } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'
import { ScrcpyControl, secondFinger } from './scrcpy-control.ts'
import { ScrcpyServer } from './scrcpy-server.ts'
import type { ScrcpyOptions } from './scrcpy-session.ts'
import { ScrcpySound } from './scrcpy-sound.ts'
import { ScrcpyVideo } from './scrcpy-video.ts'
import { type ScrcpyTrouble, troubleIn } from './server-output.ts'

/** One step of a gesture, at these fractions of the screen. */
interface FingerStep {
  step: TouchStep
  at: Pixel
  second?: Pixel | undefined
  /** Pixels in the present rotation. */
  sizeOfScreen: () => Promise<ScreenSize>
}

/**
 * Notches of a mouse wheel for a whole screen, of a usual phone: Android scrolls 64 dp for each, and its screen has
 * about 360 × 800 dp.
 */
const notches = { x: 5.6, y: 12.5 } as const
/** After so long without work, the phone's program ends. */
const idleMs = 120_000
/** Through which programs add keyboards. */
const keyboardDevice = '/dev/uhid'
/** scrcpy does not answer: if the phone refuses a keyboard after all, its server ends at once. */
const refusalMs = 400
/** The same trouble is told again after this time. */
const againMs = 60_000

/** scrcpy on one phone: started at first use, ended when idle. */
export class ScrcpyPhone {
  /** What its server complains about, with its own words; each kind at most once a minute. */
  onTrouble: (trouble: ScrcpyTrouble, line: string) => void = () => {}
  readonly #toldAt = new Map<ScrcpyTrouble, number>()
  readonly #shell: AdbShell
  readonly #server: ScrcpyServer
  readonly #texts: AdbTexts
  readonly #encoder = { refusesBaseline: false, lacksOpus: false }
  #control: Promise<ScrcpyControl> | undefined
  #video: ScrcpyVideo | undefined
  /** What takes the present gesture. */
  #finger: ScrcpyControl | undefined
  /** Where the second finger is, while it is down. */
  #second: Pixel | undefined
  /** Where the drag that stands for a wheel began, and where it is. */
  #wheel: { from: Pixel; at: Pixel } | undefined
  /** Runs while the panel is dark. */
  #dark: Promise<ScrcpyControl> | undefined
  #hasKeyboard = false
  /** Runs while a keyboard is plugged in: a phone that refuses it ends its server. */
  #keyboard: Promise<ScrcpyControl> | undefined
  #idle: NodeJS.Timeout | undefined
  #display = 0

  constructor(shell: AdbShell, file: string, texts: AdbTexts) {
    this.#shell = shell
    this.#texts = texts
    this.#server = new ScrcpyServer(shell, file, texts)
  }

  /** As its server reported it; undefined before its first use. */
  get version(): string | undefined {
    return this.#server.version
  }

  /** By Android's number of it; what runs for another one ends. The caller restarts its video. */
  showDisplay(id: number): void {
    if (id === this.#display) return
    this.#display = id
    this.#finger = undefined
    this.#second = undefined
    this.#closeControl().catch(() => undefined)
  }

  async openVideo(size: () => Promise<ScreenSize>, request: VideoRequest): Promise<ScrcpyVideo> {
    const { signal } = this.#shell
    // A finger will follow soon, and should not wait for it.
    this.control().catch(() => undefined)
    const deps = {
      ...{ server: this.#server, texts: this.#texts, size, signal, encoder: this.#encoder },
      display: () => this.#displayOptions,
      onLine: (line: string) => this.#read(line),
    }
    this.#video = await ScrcpyVideo.open(deps, request)
    return this.#video
  }

  /** Of the whole phone, whichever display is shown. sdk: API level of Android, 0 when unknown. */
  openSound(sdk: number): Promise<ScrcpySound> {
    const { signal } = this.#shell
    const deps = { server: this.#server, texts: this.#texts, sdk, signal, encoder: this.#encoder }
    return ScrcpySound.open({ ...deps, onLine: (line) => this.#read(line) })
  }

  /**
   * While a video runs, its server also takes the touches, in pixels of the video: it knows the rotation, so the phone
   * need not be asked for it.
   */
  async touch({ step, at, second, sizeOfScreen }: FingerStep): Promise<void> {
    const finger = await this.#takes(step)
    const size = finger.size ?? (await sizeOfScreen())
    const before = this.#second
    const isNew = before === undefined || step === 'touchDown'
    this.#second = step === 'touchUp' ? undefined : second
    if (before && (isNew || !this.#second))
      await finger.touch('touchUp', toPixel(second ?? before, size), size, secondFinger)
    await finger.touch(step, toPixel(at, size), size)
    if (this.#second)
      await finger.touch(isNew ? 'touchDown' : 'touchMove', toPixel(this.#second, size), size, secondFinger)
  }

  /** Turns the wheel where the drag began, by its way since the last step. */
  async turnWheel({ step, at, sizeOfScreen }: FingerStep): Promise<void> {
    const finger = await this.#takes(step)
    const { from, at: last } = this.#wheel ?? { from: at, at }
    if (step === 'touchDown') this.#wheel = { from: at, at }
    else this.#wheel = step === 'touchUp' ? undefined : { from, at }
    const turn = { x: (last.x - at.x) * notches.x, y: (at.y - last.y) * notches.y }
    if (step === 'touchDown' || (turn.x === 0 && turn.y === 0)) return
    const size = finger.size ?? (await sizeOfScreen())
    await finger.turnWheel(toPixel(from, size), size, turn)
  }

  control(): Promise<ScrcpyControl> {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.#closeControl().catch(() => undefined)
    }, idleMs).unref()
    this.#control ??= this.#open()
    return this.#control
  }

  /**
   * Darkens the panel, or lights it again. A server of its own runs while it is dark; when that one ends, scrcpy lights
   * the panel, also after this program or the connection has ended.
   */
  async setDisplay(isOn: boolean): Promise<void> {
    if (!isOn) {
      this.#dark ??= this.#darken()
      await this.#dark
      return
    }
    const dark = this.#dark
    this.#dark = undefined
    const control = await dark?.catch(() => undefined)
    await control?.setDisplay(true)
    await control?.close()
  }

  /** Rejects with CannotDo if the phone refuses it. */
  async setKeyboard(isOn: boolean): Promise<void> {
    this.#hasKeyboard = isOn
    if (isOn) {
      this.#keyboard ??= this.#plugKeyboardIn()
      await this.#keyboard
      return
    }
    const keyboard = this.#keyboard
    this.#keyboard = undefined
    const control = await keyboard?.catch(() => undefined)
    await control?.unplugKeyboard().catch(() => undefined)
    await control?.close()
  }

  /** A keyboard that was lost is plugged in again. */
  async holdKeys(keys: readonly string[]): Promise<void> {
    if (!this.#hasKeyboard) throw new Error(this.#texts.noKeyboard)
    this.#keyboard ??= this.#plugKeyboardIn()
    const control = await this.#keyboard
    await control.holdKeys(keys)
  }

  async close(): Promise<void> {
    await this.setDisplay(true).catch(() => undefined)
    await this.setKeyboard(false)
    await this.#closeControl()
  }

  async #closeControl(): Promise<void> {
    clearTimeout(this.#idle)
    const control = this.#control
    this.#control = undefined
    await control?.then((opened) => opened.close()).catch(() => undefined)
  }

  get #displayOptions(): ScrcpyOptions {
    return this.#display === 0 ? {} : { display_id: this.#display }
  }

  #darken(): Promise<ScrcpyControl> {
    const starting = this.#server.startUndone('dark', {
      streams: { control: true },
      onLine: (line) => this.#read(line),
    })
    const darkening = starting.then(async (session) => {
      const control = new ScrcpyControl(session)
      await control.setDisplay(false)
      return control
    })
    const forget = () => {
      if (this.#dark === darkening) this.#dark = undefined
    }
    darkening.then(({ ended }) => ended.then(forget)).catch(forget)
    return darkening
  }

  #plugKeyboardIn(): Promise<ScrcpyControl> {
    const plugging = this.#openKeyboard()
    const forget = () => {
      if (this.#keyboard === plugging) this.#keyboard = undefined
    }
    plugging.then(({ ended }) => ended.then(forget)).catch(forget)
    return plugging
  }

  async #openKeyboard(): Promise<ScrcpyControl> {
    const { exitCode } = await this.#shell.run(`test -w ${keyboardDevice}`)
    if (exitCode !== 0) throw new CannotDo('noKeyboard')
    const session = await this.#server.start({
      streams: { control: true },
      options: this.#displayOptions,
      onLine: (line) => this.#read(line),
    })
    const control = new ScrcpyControl(session)
    await control.plugKeyboardIn()
    await atMost(refusalMs, control.ended)
    if (control.hasEnded) throw new CannotDo('noKeyboard')
    return control
  }

  async #takes(step: TouchStep): Promise<ScrcpyControl> {
    if (step !== 'touchDown' && this.#finger && !this.#finger.hasEnded) return this.#finger
    const control = await this.control()
    this.#finger = this.#video?.control ?? control
    return this.#finger
  }

  #open(): Promise<ScrcpyControl> {
    const starting = this.#server.start({
      streams: { control: true },
      options: this.#displayOptions,
      onLine: (line) => this.#read(line),
    })
    const opening = starting.then((session) => new ScrcpyControl(session))
    const forget = () => {
      if (this.#control === opening) this.#control = undefined
    }
    opening.then(({ ended }) => ended.then(forget)).catch(forget)
    return opening
  }

  /** A phone that refuses input writes dozens of lines for each touch. */
  #read(line: string): void {
    const trouble = troubleIn(line)
    if (!trouble || performance.now() - (this.#toldAt.get(trouble) ?? Number.NEGATIVE_INFINITY) < againMs)
      return
    this.#toldAt.set(trouble, performance.now())
    this.onTrouble(trouble, line)
  }
}
