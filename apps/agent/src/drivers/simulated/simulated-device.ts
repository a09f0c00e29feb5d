import { readFile, stat, writeFile } from 'node:fs/promises'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { toAndroidKey } from '@fleetdeck/contract/phone-keys'
import type { Language } from '@fleetdeck/i18n/languages'
import { pause } from '../../back-off.ts'
import type { PhoneSound } from '../../sound/phone-sound.ts'
import { encodedCodecs, type VideoCodec } from '../../video/video-source.ts'
import type {
  Capture,
  CaptureRequest,
  ControlSettings,
  DeviceDriver,
  DeviceIdentity,
  DeviceStatus,
  DriverEvent,
  ScreenAction,
  ScreenElement,
  ScreenFrame,
  ScreenSize,
  ScreenText,
  ScreenVideo,
  TreeElement,
  VideoRequest,
} from '../device-driver.ts'
import {
  durationOf,
  type FingerPath,
  lastPoint,
  type Pixel,
  playPaths,
  type TouchStep,
} from '../finger-paths.ts'
import { isZip } from '../is-zip.ts'
import { maxTextFileBytes } from '../phone-parts.ts'
import { appMoves, zoomApp } from './app-access.ts'
import { type Button, pressButton } from './buttons.ts'
import { checkSimulated } from './check-simulated.ts'
import { describeChange } from './describe-change.ts'
import { elementTree } from './element-tree.ts'
import { HardwareKeys } from './hardware-keys.ts'
import { SimulatedKeyboard } from './keyboard.ts'
import { namedElements } from './named-elements.ts'
import { age, flashMs, messageMs, movesUntil, newPhone, type PhoneState } from './phone-state.ts'
import { named, type PhoneStore } from './phone-store.ts'
import type { PhoneCamera } from './pictures/phone-camera.ts'
import type { Scene } from './pictures/scene.ts'
import type { Profile } from './profile.ts'
import { layoutOf } from './rotation.ts'
import { runLine } from './shell.ts'
import { SimulatedApps } from './simulated-apps.ts'
import { SimulatedFiles } from './simulated-files.ts'
import { SimulatedNotifications } from './simulated-notifications.ts'
import { SimulatedSettings } from './simulated-settings.ts'
import { SimulatedTools } from './simulated-tools.ts'
import { SimulatedLog, startLine, systemLines } from './system-log.ts'
import { type PhoneTexts, phoneTexts } from './texts.ts'
import { endPinch, pinchTo, touchDown, touchMove, touchUp } from './touches.ts'

const minuteMs = 60_000
const bootMs = 3000
const brightest = 255
/** Keys that are buttons of the phone. */
const buttons: Record<string, Button> = { home: 'home', back: 'back', app_switch: 'recent', power: 'power' }
/** Of the log window. */
const maxLines = 3
/** Pitches of its tones, in hertz. */
const tones = { touch: 880, button: 587 } as const

/** A phone without hardware: its state is in memory and its screen is only drawn while watched. */
export class SimulatedDevice implements DeviceDriver {
  readonly identity: DeviceIdentity
  readonly tellsScreenChanges = true
  readonly canPinch = true
  readonly videoCodecs: readonly VideoCodec[]
  readonly showsCamera: boolean
  readonly apps: SimulatedApps
  readonly notifications: SimulatedNotifications
  readonly settings: SimulatedSettings
  readonly files: SimulatedFiles
  readonly tools: SimulatedTools
  readonly #keyboard: SimulatedKeyboard
  readonly #keys: HardwareKeys
  readonly #videoFrom: string | undefined
  readonly #language: Language
  readonly #systemLog: SimulatedLog
  readonly #now: () => number
  readonly #listeners = new Set<(event: DriverEvent) => void>()
  /** Sounds that are open play these pitches. */
  readonly #players = new Set<(hertz: number) => void>()
  readonly #closing = new AbortController()
  #state: PhoneState
  #watchers = 0
  #minuteTimer: NodeJS.Timeout | undefined
  #camera: Promise<PhoneCamera> | undefined
  /** Touches and keys so far. */
  #inputs = 0
  #lastCapture: Promise<unknown> = Promise.resolve()
  #revision = 0
  /** Whether the frame of #revision is outdated, moving, or of an earlier minute. */
  #outdated = true
  #moving = false
  #messageTimer: NodeJS.Timeout | undefined
  #pictureMinute = 0

  /** videoFrom: a command that writes H.264 to its standard output, which is shown as the phone's video. */
  constructor(profile: Profile, language: Language, now: () => number = Date.now, videoFrom?: string) {
    this.#videoFrom = videoFrom
    this.showsCamera = !videoFrom
    this.videoCodecs = videoFrom ? ['H264'] : encodedCodecs
    this.identity = profile.identity
    this.#language = language
    this.#now = now
    this.#systemLog = new SimulatedLog(now)
    this.#systemLog.write(startLine)
    this.#state = newPhone(profile, now())
    const store = this.#store()
    this.apps = new SimulatedApps(store)
    this.notifications = new SimulatedNotifications(store)
    this.settings = new SimulatedSettings(store)
    this.files = new SimulatedFiles(store)
    this.tools = new SimulatedTools(store, this.#systemLog)
    this.#keyboard = new SimulatedKeyboard(store, (key) =>
      this.#log(this.#texts.log.button.replace('{0}', key)),
    )
    this.#keys = new HardwareKeys({
      type: (text) => this.typeText(text),
      press: (key) => this.pressKey(key),
    })
  }

  /** The phone's present state. */
  get state(): PhoneState {
    return this.#state
  }

  get #texts(): PhoneTexts {
    return phoneTexts[this.#state.language ?? this.#language]
  }

  check(): Promise<CheckFinding[]> {
    return Promise.resolve(checkSimulated(this.#state.profile))
  }

  readStatus(): Promise<DeviceStatus> {
    this.#grow()
    const { body, profile, apps } = this.#state
    return Promise.resolve({
      runMode: this.#state.control.runMode === 'accessibility' ? 'accessibility' : 'agent',
      serviceOk: true,
      battery: Math.round(body.battery),
      charging: body.charging,
      batteryTemp: Math.round(body.temperature * 10) / 10,
      brightness: Math.round(apps.settings.brightness * brightest),
      sdCardSpace: profile.storage,
      sdCardLeftSpace: Math.round(body.freeStorage),
      totalMemory: profile.memory,
      availMemory: Math.round(body.freeMemory),
    })
  }

  capture(request: CaptureRequest): Promise<Capture | undefined> {
    const next = this.#lastCapture.then(() => this.#capture(request))
    this.#lastCapture = next.catch(() => undefined)
    return next
  }

  watchScreen(): () => void {
    if (this.#watchers++ === 0) this.#waitForMinute()
    let watching = true
    return () => {
      if (!watching) return
      watching = false
      if (--this.#watchers > 0) return
      clearTimeout(this.#minuteTimer)
      this.#camera = undefined
    }
  }

  input({ type, x, y, second }: ScreenAction): Promise<void> {
    const { width, height } = layoutOf(this.#state)
    const toPoint = (at: Pixel) => ({ x: at.x * width, y: at.y * height })
    if (type === 'touchDown' || type === 'touchMove' || type === 'touchUp')
      return second
        ? this.#pinch(type, [toPoint({ x, y }), toPoint(second)])
        : this.#move(type, toPoint({ x, y }))
    this.#inputs++
    this.#playTone(tones.button)
    this.#log(this.#texts.log.button.replace('{0}', type))
    this.#setState(pressButton(this.#state, type, this.#now()))
    return Promise.resolve()
  }

  readSize(): Promise<ScreenSize> {
    const { width, height, density } = layoutOf(this.#state)
    return Promise.resolve({ width: width * density, height: height * density })
  }

  /** Two fingers zoom by the change of their distance. */
  async touch(fingers: readonly FingerPath[]): Promise<void> {
    const { density } = layoutOf(this.#state)
    if (fingers.length === 1)
      return playPaths(fingers, (step, { x, y }) => this.#move(step, { x: x / density, y: y / density }))
    await pause(durationOf(fingers), this.#closing.signal)
    this.#inputs++
    const { place, screen, locked } = this.#state
    if (screen === 'on' && !locked && place.at === 'app')
      this.#setState(zoomApp(this.#state, place.app, spreadOf(fingers)))
  }

  typeText(text: string): Promise<void> {
    return this.#keyboard.type(text)
  }

  pressKey(key: string): Promise<void> {
    const button = buttons[toAndroidKey(key) ?? '']
    return button ? this.input({ type: button, x: 0, y: 0 }) : this.#keyboard.press(key)
  }

  setKeyboard(isOn: boolean): Promise<void> {
    this.#keys.release()
    const { hasKeyboard: _former, ...rest } = this.#state
    this.#setState(isOn ? { ...rest, hasKeyboard: true } : rest)
    return Promise.resolve()
  }

  holdKeys(keys: readonly string[]): Promise<void> {
    if (!this.#state.hasKeyboard) return Promise.reject(new Error(this.#texts.noKeyboard))
    return this.#keys.hold(keys)
  }

  eraseText(characters: number): Promise<void> {
    return this.#keyboard.erase(characters)
  }

  setClipboard(text: string): Promise<void> {
    this.#state = { ...this.#state, clipboard: text }
    return Promise.resolve()
  }

  readClipboard(): Promise<string> {
    return Promise.resolve(this.#state.clipboard)
  }

  listen(listener: (event: DriverEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  locate(label: string): Promise<boolean> {
    this.#setState({ ...this.#state, flashUntil: this.#now() + flashMs, flashLabel: label })
    return Promise.resolve(true)
  }

  notify(message: { title: string; text: string }): Promise<void> {
    this.notifications.add('fleetdeck', message)
    this.#setState({ ...this.#state, message })
    clearTimeout(this.#messageTimer)
    this.#messageTimer = setTimeout(() => {
      const { message: _gone, ...rest } = this.#state
      this.#setState(rest)
    }, messageMs).unref()
    return Promise.resolve()
  }

  async reboot(): Promise<void> {
    const { gesture: _lifted, fling: _stopped, motion: _ended, ...rest } = this.#state
    this.#setState({ ...rest, screen: 'booting', locked: false, place: { at: 'home' }, opened: [] })
    await pause(bootMs, this.#closing.signal)
    this.#setState({ ...this.#state, screen: 'on' })
  }

  async install({ file, name: fileName }: { file: string; name: string }): Promise<string> {
    if (!(await isZip(file))) throw new Error('INSTALL_PARSE_FAILED_NOT_APK')
    const name = fileName.replace(/\.apk$/i, '').slice(0, 40) || 'App'
    const installed = [...this.#state.installed.filter((other) => other !== name), name]
    this.#setState({ ...this.#state, installed })
    this.#log(this.#texts.log.installed.replace('{0}', () => name))
    return name
  }

  async pushFile({ file, name }: { file: string; name: string }): Promise<string> {
    const { size } = await stat(file)
    const { body } = this.#state
    this.#setState({ ...this.#state, body: { ...body, freeStorage: body.freeStorage - size } })
    const place = `/sdcard/Download/${name}`
    const text = size <= maxTextFileBytes ? textOf(await readFile(file)) : undefined
    this.files.put(place, { text, size })
    this.#log(place)
    return place
  }

  /** Only the texts of files are kept. */
  async pullFile(place: string, file: string): Promise<void> {
    const text = this.files.textOf(place)
    if (text === undefined) throw named(this.#texts.notKept, place)
    await writeFile(file, text)
  }

  async readFrame(): Promise<ScreenFrame> {
    const camera = await this.#openCamera()
    return camera.render(this.#scene())
  }

  async readElements(): Promise<ScreenElement[]> {
    const texts = await this.#readTexts()
    return [...texts.map((text) => ({ ...text, id: '' })), ...namedElements(this.#state, this.#now())]
  }

  async readTree(): Promise<TreeElement[]> {
    return elementTree(this.#settledScene(), await this.#readTexts())
  }

  listApps(): Promise<string[]> {
    return Promise.resolve([...Object.keys(this.#state.apps), ...this.#state.installed].sort())
  }

  uninstall(app: string): Promise<void> {
    const { installed } = this.#state
    if (!installed.includes(app))
      return Promise.reject(new Error(this.#texts.noApp.replace('{0}', () => app.slice(0, 100))))
    this.#setState({ ...this.#state, installed: installed.filter((other) => other !== app) })
    return Promise.resolve()
  }

  launch(app: string): Promise<void> {
    return this.apps.launch(app)
  }

  runShell(line: string): Promise<string> {
    const { state, apps, settings } = this
    const tap = async (x: number, y: number) => {
      const { width, height, density } = layoutOf(this.#state)
      const at = { x: x / (width * density), y: y / (height * density) }
      await this.input({ type: 'touchDown', ...at })
      await this.input({ type: 'touchUp', ...at })
    }
    return runLine(line, { state, apps, settings, keys: this.#keyboard, systemLog: this.#systemLog, tap })
  }

  configure(control: ControlSettings): Promise<void> {
    this.#setState({ ...this.#state, control })
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#messageTimer)
    clearTimeout(this.#minuteTimer)
    this.#listeners.clear()
    return Promise.resolve()
  }

  async openVideo(request: VideoRequest): Promise<ScreenVideo> {
    if (this.#videoFrom) {
      const { H264Command } = await import('../../video/h264-command.ts')
      return H264Command.open(this.#videoFrom)
    }
    const { SimulatedVideo } = await import('./simulated-video.ts')
    const stage = {
      cameraShown: () => this.#log(this.#texts.log.camera),
      sceneAfter: (revision: number | undefined, timeCode: boolean) => this.#sceneAfter(revision, timeCode),
      watch: (changed: () => void) => {
        const unwatch = this.watchScreen()
        const unlisten = this.listen(({ type }) => type === 'screenChanged' && changed())
        return () => {
          unlisten()
          unwatch()
        }
      },
    }
    return SimulatedVideo.open(stage, request)
  }

  async openSound(): Promise<PhoneSound> {
    const { SimulatedSound } = await import('./simulated-sound.ts')
    return SimulatedSound.open((play) => {
      this.#players.add(play)
      return () => this.#players.delete(play)
    })
  }

  #playTone(hertz: number): void {
    for (const play of this.#players) play(hertz)
  }

  /** In pixels of its layout. */
  #move(step: TouchStep, at: Pixel): Promise<void> {
    this.#inputs++
    if (step === 'touchDown') this.#playTone(tones.touch)
    const now = this.#now()
    if (step !== 'touchMove') this.#traceTouch(step, at)
    const act = { touchDown, touchMove, touchUp }[step]
    this.#setState(act(this.#state.pinch ? endPinch(this.#state) : this.#state, at, now))
    return Promise.resolve()
  }

  #pinch(step: TouchStep, fingers: readonly [Pixel, Pixel]): Promise<void> {
    this.#inputs++
    const pinched = pinchTo(step === 'touchDown' ? endPinch(this.#state) : this.#state, fingers)
    this.#setState(step === 'touchUp' ? endPinch(pinched) : pinched)
    return Promise.resolve()
  }

  #traceTouch(step: TouchStep, { x, y }: Pixel): void {
    const { density } = layoutOf(this.#state)
    const action = step === 'touchDown' ? 'ACTION_DOWN' : 'ACTION_UP'
    const text = `${action} x=${Math.round(x * density)} y=${Math.round(y * density)}`
    this.#systemLog.write({ level: 'D', tag: 'InputDispatcher', app: 'system_server', text })
  }

  /** Loaded at first use: phones without viewers need no canvas. */
  #openCamera(): Promise<PhoneCamera> {
    this.#camera ??= import('./pictures/phone-camera.ts').then(({ PhoneCamera }) => new PhoneCamera())
    return this.#camera
  }

  async #capture(request: CaptureRequest): Promise<Capture | undefined> {
    const camera = await this.#openCamera()
    const { scalePercent, quality, knownRevision, timeCode = false } = request
    const shown = this.#sceneAfter(timeCode ? undefined : knownRevision, timeCode)
    if (!shown) return undefined
    const { width, height, density } = layoutOf(shown.scene.state)
    const photo = await camera.take(shown.scene, scalePercent, quality)
    const { revision } = shown
    return { ...photo, revision, screenWidth: width * density, screenHeight: height * density }
  }

  #sceneAfter(known: number | undefined, timeCode: boolean): { scene: Scene; revision: number } | undefined {
    const now = this.#now()
    const revision = this.#revisionAt(now)
    if (revision === known) return undefined
    const scene = { ...this.#scene(), now }
    return { scene: timeCode ? { ...scene, inputs: this.#inputs } : scene, revision }
  }

  #scene(): Scene {
    return { state: this.#state, texts: this.#texts, now: this.#now() }
  }

  /** Elements have their final places, also while an app still opens. */
  #settledScene(): Scene {
    const { motion: _ends, ...state } = this.#state
    return { ...this.#scene(), state }
  }

  async #readTexts(): Promise<ScreenText[]> {
    const camera = await this.#openCamera()
    return camera.readTexts(this.#settledScene())
  }

  #revisionAt(now: number): number {
    const minute = Math.floor(now / minuteMs)
    if (this.#outdated || this.#moving || minute !== this.#pictureMinute) this.#revision++
    const { place } = this.#state
    this.#outdated = false
    this.#pictureMinute = minute
    this.#moving = now < movesUntil(this.#state) || (place.at === 'app' && appMoves(this.#state, place.app))
    return this.#revision
  }

  #setState(next: PhoneState): void {
    const before = this.#state
    if (next === before) return
    this.#state = next
    this.#systemLog.write(...systemLines(before, next))
    for (const line of describeChange(before, next, this.#texts)) this.#log(line)
    this.#changed()
  }

  #grow(): void {
    const before = this.#state
    const after = age(before, this.#now())
    this.#state = after
    this.#systemLog.write(...systemLines(before, after))
    for (const line of describeChange(before, after, this.#texts)) this.#log(line)
    const looksTheSame =
      Math.round(before.body.battery) === Math.round(after.body.battery) &&
      before.body.charging === after.body.charging
    if (!looksTheSame) this.#changed()
  }

  #waitForMinute(): void {
    const wait = minuteMs - (this.#now() % minuteMs) + 5
    this.#minuteTimer = setTimeout(() => {
      this.#grow()
      this.#emit({ type: 'screenChanged' })
      this.#waitForMinute()
    }, wait)
  }

  #changed(): void {
    this.#outdated = true
    if (this.#watchers > 0) this.#emit({ type: 'screenChanged' })
  }

  #store(): PhoneStore {
    const device = this
    return {
      now: this.#now,
      get texts() {
        return device.#texts
      },
      get state() {
        return device.#state
      },
      set state(next) {
        device.#setState(next)
      },
    }
  }

  #log(msg: string): void {
    this.#state = { ...this.#state, lines: [...this.#state.lines, msg].slice(-maxLines) }
    if (this.#state.control.logWindow) this.#changed()
    this.#emit({ type: 'log', level: 'info', msg })
  }

  #emit(event: DriverEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** Undefined for what is no text. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : undefined
}

/** By which factor the distance of the fingers changes. */
function spreadOf([one, other]: readonly FingerPath[]): number {
  if (!one || !other) return 1
  const between = (a: Pixel, b: Pixel) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
  return between(lastPoint(one), lastPoint(other)) / between(one[0], other[0])
}
