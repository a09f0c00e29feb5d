import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import type { ScreenSource } from '@fleetdeck/contract/screen-action'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { Language } from '@fleetdeck/i18n/languages'
import { errorMessage } from '../../notice.ts'
import { NoSound, type PhoneSound } from '../../sound/phone-sound.ts'
import type { VideoCodec } from '../../video/video-source.ts'
import type {
  Capture,
  CaptureRequest,
  DeviceDriver,
  DeviceIdentity,
  DeviceStatus,
  DriverEvent,
  HeldPicture,
  HoldFrame,
  LiveVideo,
  LogLevel,
  ScreenAction,
  ScreenElement,
  ScreenFrame,
  ScreenSize,
  ScreenVideo,
  TreeElement,
  VideoRequest,
} from '../device-driver.ts'
import type { FingerPath } from '../finger-paths.ts'
import { CannotDo } from '../phone-parts.ts'
import { AdbInput } from './adb-input.ts'
import { AdbApps } from './apps.ts'
import { checkPhone } from './check/check-phone.ts'
import { PermissionWatch } from './check/permission-watch.ts'
import { AdbDisplays } from './displays.ts'
import { fetchFile } from './fetch-file.ts'
import { flashLine } from './flash.ts'
import type { PhoneInfo } from './identity.ts'
import { isPackageName, listPackages, noApp, uninstallPackage } from './installed.ts'
import { erasingLines, isButton, keyLine } from './keys.ts'
import { followLogcat, type LogcatLevel } from './logcat.ts'
import { AdbNotifications } from './notifications.ts'
import { installPackage, safeName, sendFile } from './packages.ts'
import { namedInTree } from './parse/ui-elements.ts'
import type { ScrcpyPhone } from './scrcpy/scrcpy-phone.ts'
import { ScrcpyUnusable } from './scrcpy/scrcpy-server.ts'
import { AdbScreen } from './screen.ts'
import { type ScreenWay, ScreenWays } from './screen-ways.ts'
import { isBefore, sdkOfCmd, sdkOfSound } from './sdk.ts'
import { AdbSettings } from './settings.ts'
import { type AdbShell, quoted, ShellFailed } from './shell.ts'
import { ShownDisplay } from './shown-display.ts'
import { installSplits, parseSplits } from './split-packages.ts'
import { readStatus } from './status.ts'
import { AdbFiles } from './text-files.ts'
import { type AdbTexts, adbTexts } from './texts.ts'
import { AdbTools } from './tools.ts'
import { isPlain } from './typing.ts'
import { UiDump } from './ui-dump.ts'

const shellMs = 60_000
const downloads = '/sdcard/Download'
const progressSteps = 25

export interface AdbDeviceOptions {
  language: Language
  /** Lines of Android's own log, from this priority on, go into the phone's log. */
  logcat?: LogcatLevel | undefined
  /** scrcpy on this phone, if its file is available. */
  scrcpy?: ScrcpyPhone | undefined
}

/** Begins again when another display is shown. */
type RestartedVideo = ScreenVideo & { restart(): void }

/** A real phone behind adb, as long as it stays plugged in. Nothing is installed on it. */
export class AdbDevice implements DeviceDriver {
  readonly identity: DeviceIdentity
  readonly tellsScreenChanges = false
  readonly apps: AdbApps
  readonly notifications: AdbNotifications
  readonly settings: AdbSettings
  readonly files: AdbFiles
  readonly tools: AdbTools
  readonly #shell: AdbShell
  readonly #texts: AdbTexts
  /** API level of Android; 0 when unknown. */
  readonly #sdk: number
  readonly #screen: AdbScreen
  readonly #input: AdbInput
  readonly #uiDump: UiDump
  readonly #permitted: PermissionWatch
  #scrcpy: ScrcpyPhone | undefined
  readonly #listeners = new Set<(event: DriverEvent) => void>()
  readonly #ways: ScreenWays
  readonly #display = new ShownDisplay()
  #video: RestartedVideo | undefined

  constructor(shell: AdbShell, info: PhoneInfo, { language, logcat, scrcpy }: AdbDeviceOptions) {
    this.#shell = shell
    this.identity = info.identity
    this.#texts = adbTexts[language]
    this.#sdk = info.sdk
    this.#screen = new AdbScreen({
      shell,
      texts: this.#texts,
      display: this.#display,
      ofVideo: () => this.#video?.live?.frames.format ?? undefined,
    })
    this.#uiDump = new UiDump(shell, this.#texts)
    this.#scrcpy = scrcpy
    this.#permitted = new PermissionWatch(shell, this.#texts, (finding) =>
      this.#emit({ type: 'found', finding }),
    )
    this.#input = new AdbInput({
      shell,
      screen: this.#screen,
      display: this.#display,
      texts: this.#texts,
      sdk: info.sdk,
      scrcpy,
      lost: (error) => this.#lose('scrcpy', error),
      warn: (msg) => this.#log('warn', msg),
    })
    const deps = { shell, texts: this.#texts, sdk: info.sdk }
    this.apps = new AdbApps(shell, this.#texts)
    this.notifications = new AdbNotifications({
      ...deps,
      readElements: async () => namedInTree(await this.#uiDump.look()),
    })
    this.settings = new AdbSettings({ ...deps, rotated: () => this.#screen.forgetSize() })
    this.files = new AdbFiles(shell, this.#texts)
    const displays = new AdbDisplays({ shell, sdk: info.sdk, shown: this.#display })
    this.tools = new AdbTools({ shell, sdk: info.sdk, apps: this.apps, emulator: info.emulator, displays })
    this.#display.onChange = () => this.#showDisplay()
    this.#ways = new ScreenWays([
      ...(scrcpy ? (['scrcpy'] as const) : []),
      ...(info.hasScreenrecord ? (['screenrecord'] as const) : []),
      'screencap',
    ])
    this.#logTroubleOf(scrcpy)
    if (logcat)
      this.#follow(logcat).catch((error: unknown) => this.#log('warn', `logcat: ${errorMessage(error)}`))
  }

  get videoCodecs(): readonly VideoCodec[] {
    return this.#ways.best === 'screencap' ? [] : ['H264']
  }

  get liveVideo(): LiveVideo | undefined {
    return this.#video?.live
  }

  get canPinch(): boolean {
    return this.#input.hasScrcpy
  }

  /** From now on, also after scrcpy has failed; a video that is open stays as it is. */
  useScrcpy(scrcpy: ScrcpyPhone | undefined): void {
    const former = this.#scrcpy
    this.#scrcpy = scrcpy
    scrcpy?.showDisplay(this.#display.id)
    this.#ways.replaceScrcpy(scrcpy !== undefined)
    this.#input.useScrcpy(scrcpy)
    this.#logTroubleOf(scrcpy)
    this.#emit({ type: 'screenSource' })
    former?.close().catch((error: unknown) => this.#log('warn', errorMessage(error)))
  }

  get screenSource(): ScreenSource {
    const { present: way, lost } = this.#ways
    const version = way === 'scrcpy' ? this.#scrcpy?.version : undefined
    return { way, lost, ...(version !== undefined && { version }) }
  }

  readStatus(): Promise<DeviceStatus> {
    const { way, version } = this.screenSource
    return readStatus(this.#shell, ['adb', way, version].filter(Boolean).join(' '))
  }

  capture(request: CaptureRequest): Promise<Capture | undefined> {
    return this.#screen.capture(request)
  }

  watchScreen(): () => void {
    this.#shownBy('screencap')
    return () => {}
  }

  /** The best way that works; a failed one is tried again later, and without any the phone shows frames. */
  async openVideo(request: VideoRequest): Promise<ScreenVideo> {
    let last: Error | undefined
    for (;;) {
      const way = this.#ways.best
      if (way === 'screencap') throw last ?? new Error(this.#texts.noScreen)
      try {
        const video = await this.#openBy(way, request)
        this.#shownBy(way)
        this.#video = video
        return video
      } catch (error) {
        this.#shell.signal.throwIfAborted()
        last = this.#lose(way, error)
      }
    }
  }

  async openSound(): Promise<PhoneSound> {
    if (!this.#scrcpy) throw new NoSound(isBefore(this.#sdk, sdkOfSound) ? 'android' : 'scrcpy')
    return this.#scrcpy.openSound(this.#sdk)
  }

  input(action: ScreenAction): Promise<void> {
    // scrcpy does not answer, and a touch without it is only sent when the finger lifts.
    const proves = isButton(action.type) || (!this.#input.hasScrcpy && action.type === 'touchUp')
    return this.#permitted.watch('input', this.#input.input(action), { proves })
  }

  readSize(options?: { fresh?: boolean }): Promise<ScreenSize> {
    return this.#screen.size(options)
  }

  touch(fingers: readonly FingerPath[]): Promise<void> {
    return this.#permitted.watch('input', this.#input.touch(fingers), { proves: !this.#input.hasScrcpy })
  }

  typeText(text: string): Promise<void> {
    const proves = !isPlain(text)
    return this.#permitted.watch('inputMethod', this.#input.typeText(text), { proves })
  }

  async check(): Promise<CheckFinding[]> {
    const findings = await checkPhone(this.#shell, { hasScrcpy: this.#input.hasScrcpy })
    return this.#permitted.compare(findings)
  }

  setClipboard(text: string): Promise<void> {
    return this.#input.setClipboard(text)
  }

  readClipboard(options?: { copies?: boolean }): Promise<string> {
    return this.#input.readClipboard(options)
  }

  async setDisplay(isOn: boolean): Promise<void> {
    if (!this.#scrcpy || !this.#input.hasScrcpy) throw new CannotDo('needsScrcpy')
    await this.#usable(this.#scrcpy.setDisplay(isOn))
  }

  async setKeyboard(isOn: boolean): Promise<void> {
    if (isOn && !this.#input.hasScrcpy) throw new CannotDo('needsScrcpy')
    if (this.#scrcpy) await this.#usable(this.#scrcpy.setKeyboard(isOn))
  }

  async holdKeys(keys: readonly string[]): Promise<void> {
    if (!this.#scrcpy) throw new Error(this.#texts.noKeyboard)
    await this.#scrcpy.holdKeys(keys)
  }

  async pressKey(key: string): Promise<void> {
    const line = keyLine(key)
    if (!line) throw new Error(this.#texts.unknownKey.replace('{0}', () => key.slice(0, 100)))
    await this.#permitted.watch('input', this.#press(line), { proves: true })
  }

  async missing(options?: { assumed?: boolean }): Promise<Capability[]> {
    return [...(await this.#input.missing(options)), ...this.settings.missing]
  }

  async eraseText(characters: number): Promise<void> {
    for (const line of erasingLines(characters))
      await this.#permitted.watch('input', this.#press(line), { proves: true })
  }

  listen(listener: (event: DriverEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The label is a notification, which stays until it is swiped away: Android has no command that removes it. */
  async locate(label: string): Promise<boolean> {
    const { notifications } = this
    const text = this.#texts.located
    const isShown = await notifications.post({ title: label, tag: 'fleetdeck-locate', text }).then(
      () => notifications.openPanel().then(() => true),
      (error: unknown) => {
        if (error instanceof ShellFailed) return false
        throw error
      },
    )
    try {
      await this.#execute(flashLine)
    } finally {
      if (isShown) await notifications.closePanel()
    }
    return isShown
  }

  notify({ title, text }: { title: string; text: string }): Promise<void> {
    return this.notifications.post({ title, tag: 'fleetdeck', text })
  }

  /** The phone leaves the list in the meantime, which ends this driver; the next driver represents its return. */
  async reboot(): Promise<void> {
    await this.#shell.adb.power.reboot()
    await this.#shell.adb.disconnected
  }

  async install(app: { file: string; name: string }): Promise<string> {
    const progress = this.#logProgress(app.name)
    const splits = await parseSplits(app, this.#texts)
    if (splits) return installSplits(this.#shell, { ...app, splits }, this.#texts, progress)
    return installPackage(this.#shell, app, this.#texts, progress)
  }

  async pushFile({ file, name }: { file: string; name: string }): Promise<string> {
    const place = `${downloads}/${safeName(name)}`
    await sendFile(this.#shell, file, place, this.#logProgress(name))
    return place
  }

  listApps(): Promise<string[]> {
    return listPackages(this.#shell)
  }

  uninstall(app: string): Promise<void> {
    return uninstallPackage(this.#shell, app, this.#texts)
  }

  pullFile(place: string, file: string): Promise<void> {
    return fetchFile(this.#shell, place, file, { texts: this.#texts })
  }

  readFrame<Held extends HeldPicture>(hold?: HoldFrame<Held>): Promise<ScreenFrame | Held> {
    return this.#screen.readFrame(hold)
  }

  async readElements(): Promise<ScreenElement[]> {
    return namedInTree(await this.readTree())
  }

  /** Android reads those of its main display only. */
  async readTree(options?: { maxAge?: number }): Promise<TreeElement[]> {
    if (this.#display.id !== 0) throw new Error(this.#texts.mainDisplayOnly)
    return this.#uiDump.look(options)
  }

  /** By package name: a phone does not report the names below the icons. */
  async launch(app: string): Promise<void> {
    const missing = noApp(app, this.#texts)
    if (!isPackageName(app)) throw missing
    if (isBefore(this.#sdk, sdkOfCmd)) return this.#launchByMonkey(app, missing)
    const filter = '-a android.intent.action.MAIN -c android.intent.category.LAUNCHER'
    const { stdout } = await this.#shell.run(`cmd package resolve-activity --brief ${filter} ${quoted(app)}`)
    const activity = stdout.trim().split('\n').at(-1)?.trim() ?? ''
    if (!activity.startsWith(`${app}/`)) throw missing
    const display = this.#display.id === 0 ? '' : `--display ${this.#display.id} `
    await this.#execute(`am start ${display}-n ${quoted(activity)}`)
  }

  /** Android 5 and 6 have no command that resolves an activity. */
  async #launchByMonkey(app: string, missing: Error): Promise<void> {
    const line = `monkey -p ${quoted(app)} -c android.intent.category.LAUNCHER 1`
    const { stdout, stderr } = await this.#shell.run(line)
    if (!/^Events injected: 1$/m.test(`${stdout}\n${stderr}`)) throw missing
  }

  /** The text of both outputs; an exit code other than 0 is a failure with the same text. */
  async runShell(commandLine: string): Promise<string> {
    const { stdout, stderr, exitCode } = await this.#shell.run(commandLine, { timeoutMs: shellMs })
    const output = [stdout, stderr].filter(Boolean).join('\n').trimEnd()
    if (exitCode !== 0) throw new ShellFailed(output || `exit ${exitCode}`)
    return output
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await this.#input.close()
    await this.#scrcpy?.close()
    await this.#shell.close()
  }

  /** What needs scrcpy, which may turn out not to work here at all. */
  async #usable(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      if (!(error instanceof ScrcpyUnusable)) throw error
      this.#lose('scrcpy', error)
      throw new CannotDo('needsScrcpy')
    }
  }

  #logTroubleOf(scrcpy: ScrcpyPhone | undefined): void {
    if (!scrcpy) return
    scrcpy.onTrouble = (trouble) => {
      this.#log('warn', this.#texts.scrcpyTrouble[trouble])
      if (trouble === 'inputRefused')
        this.#permitted.refused('input').catch((error: unknown) => this.#log('warn', errorMessage(error)))
    }
  }

  #showDisplay(): void {
    this.#screen.forgetDisplay()
    this.#scrcpy?.showDisplay(this.#display.id)
    this.#video?.restart()
  }

  async #openBy(way: Exclude<ScreenWay, 'screencap'>, request: VideoRequest): Promise<RestartedVideo> {
    if (way === 'scrcpy' && this.#scrcpy) return this.#scrcpy.openVideo(() => this.#screen.size(), request)
    const { ScreenrecordVideo } = await import('./screenrecord-video.ts')
    return ScreenrecordVideo.open(this.#shell, this.#screen, request)
  }

  #lose(way: Exclude<ScreenWay, 'screencap'>, error: unknown): Error {
    if (way === 'scrcpy' && error instanceof ScrcpyUnusable) this.#input.loseScrcpy()
    const failure = new Error(this.#texts.wayLost[way].replace('{0}', () => errorMessage(error)))
    const lost = this.#ways.lose(way, error)
    if (!lost) return failure
    this.#log('warn', failure.message)
    this.#emit({ type: 'screenSource', lost })
    return failure
  }

  #press(line: string): Promise<void> {
    return this.#execute(this.#display.inputLine(line))
  }

  async #execute(line: string): Promise<void> {
    await this.#shell.text(line)
  }

  #logProgress(name: string): (percent: number) => void {
    let failure = 0
    return (percent) => {
      if (percent < failure + progressSteps) return
      failure = percent - (percent % progressSteps)
      this.#log(
        'info',
        this.#texts.sending.replace('{0}', () => `${name} ${failure}%`),
      )
    }
  }

  #follow(level: LogcatLevel): Promise<void> {
    return followLogcat(this.#shell, level, {
      line: (line) => this.#log(line.level, line.msg),
      missed: (count) => this.#log('warn', this.#texts.missedLines.replace('{0}', String(count))),
    })
  }

  #shownBy(way: ScreenWay): void {
    if (!this.#ways.shownBy(way)) return
    const { version } = this.screenSource
    this.#log('info', this.#texts.screenBy.replace('{0}', [way, version].filter(Boolean).join(' ')))
    this.#emit({ type: 'screenSource' })
  }

  #log(level: LogLevel, msg: string): void {
    this.#emit({ type: 'log', level, msg })
  }

  #emit(event: DriverEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
