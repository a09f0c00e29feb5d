import { hostname } from 'node:os'
import type { Language } from '@fleetdeck/i18n/languages'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import type { Adb } from '@yume-chan/adb'
import { type AgentTiming, PhoneAgent } from './agent.ts'
import { aborted, type BackOff, backOffMs, pause } from './back-off.ts'
import { AdbDevice } from './drivers/adb/adb-device.ts'
import { type PhoneInfo, readDeviceInfo } from './drivers/adb/identity.ts'
import type { LogcatLevel } from './drivers/adb/logcat.ts'
import { marksOf, ownHardwareId } from './drivers/adb/phone-sources.ts'
import { ScrcpyPhone } from './drivers/adb/scrcpy/scrcpy-phone.ts'
import { AdbShell, PhoneHangs, ShellTimeout } from './drivers/adb/shell.ts'
import { adbTexts } from './drivers/adb/texts.ts'
import { type Claim, IdentityInUse } from './identity-claims.ts'
import { inBackground } from './in-background.ts'
import { type Notice, reasonOf } from './notice.ts'
import type { Reachability } from './reachability.ts'
import type { ScrcpyFile } from './scrcpy-file.ts'
import type { ServerChoice } from './servers.ts'
import type { PhoneTokens } from './token-file.ts'

/** Why a phone does not show its screen in a better way. */
const lostTexts = {
  version: 'agent.sourceLost.version',
  file: 'agent.sourceLost.file',
  failed: 'agent.sourceLost.failed',
} as const

export interface PluggedPhoneDeps {
  servers: ServerChoice
  key: string
  language: Language
  tokens: PhoneTokens
  filesDir: string
  /** adb's name for it, for the person at the agent's terminal. */
  name: string
  notice: Notice
  /** Rejects when the phone cannot be used now; it is retried. */
  open: (signal: AbortSignal) => Promise<Adb>
  /** Resolves to the identity under which the phone is used; rejects with IdentityInUse. */
  claim: (claim: Claim) => Promise<string>
  release: (hardwareId: string) => void
  /** Another phone has its identity now, or it is used by another name itself; undefined: no longer. */
  identityTaken: (hardwareId: string | undefined, isSamePhone?: boolean) => void
  /** Called when it stops answering commands, and when it answers again. */
  hanging: (isHanging: boolean) => void
  sharedSerials: readonly string[]
  /** Work on the phone begins or ends. */
  working: (isWorking: boolean) => void
  /** It connects to the console, or loses the connection. */
  connected: (hardwareId: string, isConnected: boolean) => void
  backOff: BackOff
  /** Shared by the phones of the program, as is the next. */
  turns: () => number
  reachability: Reachability
  logcat: LogcatLevel | undefined
  /** Shared by the phones of the process. */
  scrcpy: ScrcpyFile
  timing?: Partial<AgentTiming>
  commandMs?: number | undefined
}

/** One phone from plugging in to unplugging: opened, connected to the console, and reconnected after a loss. */
export class PluggedPhone {
  readonly #deps: PluggedPhoneDeps
  readonly #stopping = new AbortController()
  readonly #finished: Promise<void>
  #adb: Adb | undefined
  #attempt = 0
  #lastNotice = ''
  /** Ended by the phone, not by stopping the agent. */
  #isPulledOut = false
  #isHanging = false

  constructor(deps: PluggedPhoneDeps) {
    this.#deps = deps
    this.#finished = this.#run()
    inBackground(this.#finished, deps.notice, 'agent.phoneFailed')
  }

  get name(): string {
    return this.#deps.name
  }

  /** The phone has left adb's list. Resolves as stop() does. */
  pullOut(): Promise<void> {
    this.#isPulledOut = true
    return this.stop()
  }

  /** Resolves when the console has been notified and nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#adb?.close()
    await this.#finished
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#connectOnce(signal)
      } catch (error) {
        if (error instanceof IdentityInUse) this.#deps.identityTaken(error.hardwareId, error.isSamePhone)
        if (error instanceof ShellTimeout) this.#hang(true)
        if (!signal.aborted) this.#notify(reasonOf(error))
      }
      await pause(backOffMs(this.#deps.backOff, this.#attempt++), signal)
    }
    this.#deps.identityTaken(undefined)
    this.#hang(false)
  }

  /** Resolves when the phone has disconnected. */
  async #connectOnce(signal: AbortSignal): Promise<void> {
    const { open, language, claim, release, working, name, logcat, scrcpy, sharedSerials } = this.#deps
    const { commandMs } = this.#deps
    const adb = await open(signal)
    this.#adb = adb
    const shell = new AdbShell(adb, adbTexts[language], { working, commandMs })
    try {
      if (signal.aborted) return
      const info = await readDeviceInfo(shell, { listedSerial: name, sharedSerials })
      this.#hang(false)
      const scrcpyBy = (file: string | undefined) =>
        file === undefined ? undefined : new ScrcpyPhone(shell, file, adbTexts[language])
      const hardwareId = await claim({
        hardwareId: info.identity.hardwareId,
        ownId: ownHardwareId(info.sources),
        marks: marksOf(info.sources),
      })
      this.#deps.identityTaken(undefined)
      const used = { ...info, identity: { ...info.identity, hardwareId } }
      const driver = new AdbDevice(shell, used, { language, logcat, scrcpy: scrcpyBy(scrcpy.file) })
      const unfollow = scrcpy.follow((file) => driver.useScrcpy(scrcpyBy(file)))
      try {
        await this.#serve(driver, info, shell)
      } finally {
        unfollow()
        release(hardwareId)
      }
    } finally {
      this.#adb = undefined
      await shell.close()
    }
  }

  async #serve(driver: AdbDevice, { sources }: PhoneInfo, shell: AdbShell): Promise<void> {
    const { servers, key, language, tokens, filesDir, notice, turns, reachability, timing } = this.#deps
    const { name, identityTaken, working, connected, scrcpy } = this.#deps
    const { hardwareId, model } = driver.identity
    const place = { agent: tokens.installation, host: hostname().slice(0, 100), name: name.slice(0, 128) }
    const agent = new PhoneAgent({
      servers,
      key,
      language,
      tokens,
      filesDir,
      driver,
      notice,
      turns,
      reachability,
      scrcpy,
      onOrder: () => markBriefly(working),
      origin: { marks: marksOf(sources), place },
      identityTaken: (isTaken) => identityTaken(isTaken ? hardwareId : undefined),
      onConnected: (isConnected) => connected(hardwareId, isConnected),
      ...(timing ? { timing } : {}),
    })
    notice('info', say('agent.plugged', { model: model || say('agent.phone'), id: hardwareId }))
    this.#attempt = 0
    this.#lastNotice = ''
    driver.listen((event) => {
      if (event.type !== 'screenSource' || !event.lost) return
      const { way, why, detail } = event.lost
      notice('warn', say(lostTexts[why], { id: hardwareId, way, detail }))
    })
    agent.start()
    await aborted(shell.signal)
    const isStopped = this.#stopping.signal.aborted && !this.#isPulledOut
    const isHanging = shell.signal.reason instanceof PhoneHangs
    if (isHanging) this.#hang(true)
    await agent.stop(isStopped ? undefined : adbTexts[language][isHanging ? 'hangs' : 'gone'])
    notice('info', say('agent.unplugged', { id: hardwareId }))
  }

  #hang(isHanging: boolean): void {
    if (isHanging !== this.#isHanging) this.#deps.hanging(isHanging)
    this.#isHanging = isHanging
  }

  #notify(message: Message): void {
    if (String(message) !== this.#lastNotice) this.#deps.notice('warn', message)
    this.#lastNotice = String(message)
  }
}

/** Orders have no end that all of them announce. */
const orderMs = 2000

function markBriefly(working: (isWorking: boolean) => void): void {
  working(true)
  setTimeout(() => working(false), orderMs).unref()
}
