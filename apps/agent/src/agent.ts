import path from 'node:path'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import { type PhoneFrame, phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import type { OfferedScrcpy } from '@fleetdeck/contract/scrcpy-server'
import type { EndorsedAuthor } from '@fleetdeck/contract/script-signature'
import type { Language } from '@fleetdeck/i18n/languages'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { type BackOff, backOffMs, pause } from './back-off.ts'
import { PhoneChecker } from './capabilities/check.ts'
import { CommandRunner } from './capabilities/command.ts'
import { HeartbeatSender } from './capabilities/heartbeat.ts'
import { HotScriptStore } from './capabilities/hot-scripts.ts'
import { ScreenInput } from './capabilities/input.ts'
import { DeviceLog } from './capabilities/log.ts'
import { ScreenStream } from './capabilities/screen.ts'
import { SettingsStore } from './capabilities/settings.ts'
import { TaskRunner } from './capabilities/task.ts'
import { ToolDesk } from './capabilities/tools.ts'
import { VideoStream } from './capabilities/video.ts'
import { Connection, type ConnectionEnd } from './connection.ts'
import type { DeviceDriver } from './drivers/device-driver.ts'
import { EnrolmentRefused, EnrolmentWaits, enrol, IdentityTaken } from './enrolment.ts'
import { inBackground } from './in-background.ts'
import { type Notice, reasonOf } from './notice.ts'
import { type Capabilities, handleOrder, type OrderHandlers, orderHandlers } from './orders.ts'
import { Outbox } from './outbox.ts'
import type { PhoneKey } from './phone-key.ts'
import { Reachability } from './reachability.ts'
import type { ScrcpyFile } from './scrcpy-file.ts'
import { RapiCaller } from './scripts/rapi-calls.ts'
import { ScriptStore } from './scripts/script-store.ts'
import { nearerMs, type ServerChoice } from './servers.ts'
import { pinnedAuthors, signerFingerprint } from './signed-scripts.ts'
import { agentTexts, fill } from './texts.ts'
import type { PhoneTokens } from './token-file.ts'
import { requestedWait } from './try-again.ts'
import type { Uplink } from './uplink.ts'

export interface AgentTiming {
  pingMs: number
  silenceMs: number
  backOff: BackOff
  /** Wait after a refusal that needs a person: a wrong key, a disabled phone. */
  refusedRetryMs: number
  /** A restarting phone keeps talking for so long, and is then offline for at least so long. */
  farewellMs: number
  restartMs: number
  /** After a connection of this length the next loss counts as the first. */
  stableMs: number
  /** A phone that is sent away by its server connects again within this time, at random. */
  sentAwayMs: number
  /** The same after an outage of the server or of the network. */
  returnMs: number
  /** Between two questions whether the server can be reached. */
  askMs: number
  /** A phone changes to a nearer server within this time, at random, and looks so often whether it is in use. */
  nearerMs: number
  inUseMs: number
}

/** Failing takes a moment: a partial download is removed first. */
const settleMs = 2000

const agentTiming: AgentTiming = {
  pingMs: 10_000,
  silenceMs: 25_000,
  backOff: { firstMs: 500, limitMs: 30_000 },
  refusedRetryMs: 60_000,
  farewellMs: 400,
  restartMs: 1000,
  stableMs: 10_000,
  sentAwayMs: 1000,
  returnMs: 3000,
  askMs: 2000,
  nearerMs,
  inUseMs: 2000,
}

export interface AgentSettings {
  servers: ServerChoice
  key: string
  language: Language
  driver: DeviceDriver
  tokens: PhoneTokens
  /** Folder of the phone's stored data, such as its scripts. */
  filesDir: string
  notice: Notice
  timing?: Partial<AgentTiming>
  /** Shared by the phones of a program, as is the next. */
  turns?: () => number
  /** For phones that can use it. */
  scrcpy?: ScrcpyFile
  reachability?: Reachability
  /** Called before an order is carried out. */
  onOrder?: () => void
  /** Of a real phone. */
  origin?: PhoneOrigin
  /** Whether another phone is connected with its identity. */
  identityTaken?: (isTaken: boolean) => void
  onConnected?: (isConnected: boolean) => void
}

/** The phone's name as that of a file. */
const folderOf = ({ identity }: DeviceDriver) => identity.hardwareId.replace(/[^\w.-]/g, '_')

/** Keeps one phone connected: enrols it, registers, executes orders, reconnects after every loss. */
export class PhoneAgent implements Uplink {
  readonly #settings: AgentSettings
  readonly #timing: AgentTiming
  readonly #reachability: Reachability
  readonly #rapi: RapiCaller
  readonly #capabilities: Capabilities
  readonly #handlers: OrderHandlers
  readonly #stopping = new AbortController()
  #connection: Connection | undefined
  #registered = false
  #currentToken: string | undefined
  #phoneKey: PhoneKey | undefined
  /** How far the server's clock is ahead of this program's. */
  #serverAheadMs = 0
  /** Set while the phone is offline on purpose. */
  #away: Promise<void> | undefined
  #attempt = 0
  /** The server could be reached again during the last attempt. */
  #isReachable = false
  /** The last notice, so that a long absence does not repeat the same sentence. */
  #lastNotice = ''
  #unlisten: (() => void) | undefined
  #unfollow: (() => void) | undefined
  /** A nearer server is chosen, and the phone goes there when nobody uses it. */
  #isGoing = false
  #finished: Promise<void> = Promise.resolve()

  constructor(settings: AgentSettings) {
    this.#settings = settings
    this.#timing = { ...agentTiming, ...settings.timing }
    this.#reachability = settings.reachability ?? new Reachability(settings.servers, this.#timing.askMs)
    const headers = (call: { method: string; address: URL; data: string }) => this.#callHeaders(call)
    this.#rapi = new RapiCaller({ servers: settings.servers, headers })
    this.#capabilities = this.#makeCapabilities()
    this.#handlers = orderHandlers({
      capabilities: this.#capabilities,
      driver: settings.driver,
      uplink: this,
      texts: agentTexts[settings.language],
      notice: settings.notice,
      onRegistered: ({ now: serverNow, ...keys }) => {
        this.#registered = true
        this.#settings.identityTaken?.(false)
        settings.onConnected?.(true)
        if (serverNow !== undefined) this.#serverAheadMs = serverNow - Date.now()
        this.#lastNotice = ''
        inBackground(this.#pin(keys), settings.notice, 'agent.keysFailed')
      },
      onScrcpy: (offer) => inBackground(this.#takeScrcpy(offer), settings.notice, 'agent.scrcpyRetryFailed'),
    })
  }

  start(): void {
    const { driver } = this.#settings
    this.#unlisten = driver.listen((event) => {
      if (event.type === 'log') this.#capabilities.log.write(event.level, event.msg)
      if (event.type === 'found') this.#capabilities.check.take(event.finding)
      if (event.type === 'screenSource') this.#capabilities.heartbeat.changed()
    })
    this.#unfollow = this.#settings.servers.follow(() =>
      inBackground(this.#goNearer(), this.#settings.notice, 'agent.retryFailed'),
    )
    this.#finished = this.#run()
    inBackground(this.#finished, this.#settings.notice, 'agent.phoneFailed')
  }

  /** Closes the socket properly and ends the driver. because: why the phone disconnected, if that ended the agent. */
  async stop(because?: string): Promise<void> {
    this.#stopping.abort()
    const { task, command } = this.#capabilities
    await task.close(because)
    // Work in progress fails because the phone has disconnected; the server must be notified.
    if (because) await command.settled(settleMs)
    await this.#connection?.close('the agent stops')
    await this.#settings.driver.close()
    await this.#finished
    this.#unlisten?.()
    this.#unfollow?.()
  }

  send(frame: PhoneFrame): boolean {
    return this.#registered && (this.#connection?.send(frame) ?? false)
  }

  sendPicture(picture: Uint8Array): boolean {
    return this.#registered && (this.#connection?.sendPicture(picture) ?? false)
  }

  #makeCapabilities(): Capabilities {
    const { driver, notice, language } = this.#settings
    const texts = agentTexts[language]
    const outbox = this.#makeOutbox()
    const log = new DeviceLog(outbox, () => this.#siteMs())
    const restart = (away: () => Promise<void>) => this.#restart(away)
    const { servers } = this.#settings
    const { hot, task } = this.#makeScripts(log, outbox)
    const stopScript = () => task.stopAll()
    const command = new CommandRunner({
      driver,
      servers,
      headers: (call) => this.#callHeaders(call),
      outbox,
      log,
      notice,
      texts,
      restart,
      stopScript,
    })
    const heartbeat = new HeartbeatSender({
      driver,
      uplink: this,
      notice,
      runningCommand: () => command.runningIds[0],
      runningTask: () => task.running,
    })
    return {
      log,
      check: new PhoneChecker({ driver, uplink: this, notice, siteMs: () => this.#siteMs() }),
      command,
      task,
      hot,
      outbox,
      input: new ScreenInput({ driver, uplink: this, log, texts }),
      tools: new ToolDesk({ driver, uplink: this, notice }),
      screen: new ScreenStream({ driver, uplink: this, notice, texts }),
      video: new VideoStream({ driver, uplink: this, texts }),
      heartbeat,
      settings: new SettingsStore({ driver, uplink: this, heartbeat, log, texts }),
    }
  }

  #makeOutbox(): Outbox {
    const { driver, notice, filesDir } = this.#settings
    return new Outbox({
      file: path.join(filesDir, 'outbox', `${folderOf(driver)}.jsonl`),
      uplink: this,
      reportError: (error, signal) => this.#rapi.call('reportExc', error, signal),
      notice,
      signal: this.#stopping.signal,
    })
  }

  #makeScripts(log: DeviceLog, outbox: Outbox) {
    const { driver, notice, language, servers, filesDir } = this.#settings
    const { home } = servers
    const parts = {
      log,
      notice,
      texts: agentTexts[language],
      rapi: this.#rapi,
      store: new ScriptStore(path.join(filesDir, 'scripts', folderOf(driver))),
      pinned: () => ({
        signer: this.#settings.tokens.signerOf(home),
        token: this.#currentToken ?? '',
        authors: this.#settings.tokens.authorsOf(home, driver.identity.hardwareId),
      }),
      fileHeaders: (address: URL) => this.#callHeaders({ method: 'GET', address }),
    }
    const hot = new HotScriptStore({ ...parts, driver })
    return { hot, task: new TaskRunner({ ...parts, driver, outbox, siteMs: () => this.#siteMs(), hot }) }
  }

  /** The first key that a server names counts, until the operator starts the agent with --new-signer. */
  async #pin({ signer, authors }: { signer?: string | undefined; authors?: EndorsedAuthor[] | undefined }) {
    const { tokens, notice, language, driver } = this.#settings
    const { hardwareId } = driver.identity
    const { home: server } = this.#settings.servers
    if (authors?.length) {
      const pinned = pinnedAuthors(tokens.authorsOf(server, hardwareId), authors)
      await tokens.pinAuthors(server, hardwareId, pinned)
    }
    if (!signer) return
    const pinned = await tokens.pinSigner(server, signer)
    if (pinned === signer) return
    const [known, named] = [signerFingerprint(pinned), signerFingerprint(signer)]
    const text = fill(agentTexts[language].otherSigner, known, named)
    notice('error', text)
    this.#capabilities.log.write('error', text)
  }

  async #takeScrcpy(offer: OfferedScrcpy | undefined): Promise<void> {
    const { scrcpy, servers, language } = this.#settings
    if (!scrcpy) return
    const headersFor = (address: URL) => this.#callHeaders({ method: 'GET', address })
    await scrcpy.take(offer, { servers, headersFor })
    if (scrcpy.label)
      this.#capabilities.log.write('info', fill(agentTexts[language].scrcpyUsed, scrcpy.label))
  }

  /** The site's clock. */
  #siteMs(): number {
    return Math.round(Date.now() + this.#serverAheadMs)
  }

  #callHeaders(call: { method: string; address: URL; data?: string }): Record<string, string> {
    const time = this.#siteMs()
    const proof = this.#phoneKey?.callHeaders({ ...call, token: this.#currentToken ?? '', time })
    // Refusals are shown in the console next to the agent's own texts.
    return { languageSelect: this.#settings.language, ...proof }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const waitMs = await this.#connectOnce()
      if (!signal.aborted && !this.#away) await this.#pause(waitMs)
      await this.#away
    }
  }

  /** Shorter when the server can be reached again before that. */
  async #pause(ms: number): Promise<void> {
    const over = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, over.signal])
    const returned = async () => {
      if (await this.#reachability.returned(signal))
        await pause(this.#timing.returnMs * Math.random(), signal)
    }
    await Promise.race([pause(ms, signal), returned()])
    over.abort()
  }

  /** Enrols if necessary, connects, stays until the end; resolves to the wait before the next attempt. */
  async #connectOnce(): Promise<number> {
    const { servers } = this.#settings
    let server = servers.current
    try {
      await pause(this.#settings.turns?.() ?? 0, this.#stopping.signal)
      if (this.#stopping.signal.aborted) return 0
      server = await servers.choose()
      if (this.#stopping.signal.aborted) return 0
      const phoneKey = await this.#key()
      const token = await this.#token(phoneKey, server)
      this.#currentToken = token
      const startedAt = performance.now()
      this.#isReachable = false
      const end = await this.#connect(token, phoneKey, server)
      const isStable = performance.now() - startedAt >= this.#timing.stableMs
      if (isStable) this.#attempt = 0
      if (this.#stopping.signal.aborted || this.#away || end.kind === 'left') return 0
      if (end.kind === 'lost' || end.kind === 'sentAway') servers.doubt(server)
      if (end.kind === 'sentAway' && isStable) return this.#afterSentAway(end.message)
      return await this.#afterEnd(end)
    } catch (error) {
      if (!(error instanceof EnrolmentRefused)) servers.doubt(server)
      return this.#stopping.signal.aborted ? 0 : await this.#afterNoToken(error)
    }
  }

  async #key(): Promise<PhoneKey> {
    const { servers, tokens, driver } = this.#settings
    if (this.#phoneKey) return this.#phoneKey
    this.#phoneKey = await tokens.keyOf(servers.home, driver.identity.hardwareId)
    return this.#phoneKey
  }

  async #token(phoneKey: PhoneKey, server: URL): Promise<string> {
    const { servers, key, language, driver, tokens, notice } = this.#settings
    const { identity } = driver
    const known = tokens.find(servers.home, identity.hardwareId)
    if (known) return known
    const { origin } = this.#settings
    const granted = await enrol({ server, key, language, identity, phoneKey, origin }, this.#stopping.signal)
    const { token } = granted
    await this.#pin(granted)
    await tokens.keep(servers.home, identity.hardwareId, token)
    notice('info', say('agent.enrolled'))
    return token
  }

  async #connect(token: string, phoneKey: PhoneKey, server: URL): Promise<ConnectionEnd> {
    const { notice, driver } = this.#settings
    const { brand, model, imei } = driver.identity
    const attempt = new AbortController()
    const connection = new Connection({
      server,
      token,
      notice,
      pingMs: this.#timing.pingMs,
      silenceMs: this.#timing.silenceMs,
      onOpen: (challenge) => {
        attempt.abort()
        const { command, task } = this.#capabilities
        const heldIds = [...command.heldIds, ...task.heldIds]
        const settingsRevision = this.#capabilities.settings.revision
        const proof = challenge && phoneKey.connection(challenge, token)
        const { origin } = this.#settings
        const more = { ...(proof && { proof }), ...(origin && { origin }) }
        const info = { version: phoneSocketVersion, brand, model, imei, heldIds, ...more }
        connection.send({ action: 'register', ...info, ...(settingsRevision && { settingsRevision }) })
      },
      onOrder: (order) => {
        this.#settings.onOrder?.()
        handleOrder(this.#handlers, order)
      },
      onConfirmed: (sentBefore) => this.#capabilities.outbox.confirm(sentBefore),
    })
    this.#connection = connection
    this.#dropStale(connection, attempt.signal)
    if (this.#stopping.signal.aborted) await connection.close('the agent stops')
    const end = await connection.ended
    attempt.abort()
    this.#disconnected()
    return end
  }

  /** Leaves for the server that is chosen now: not all phones at a time, and not while somebody uses this one. */
  async #goNearer(): Promise<void> {
    if (this.#isGoing) return
    this.#isGoing = true
    const { nearerMs, inUseMs } = this.#timing
    await pause(nearerMs * Math.random(), this.#stopping.signal)
    while (this.#isElsewhere && this.#isInUse) await pause(inUseMs, this.#stopping.signal)
    this.#isGoing = false
    if (this.#isElsewhere) this.#connection?.leave()
  }

  get #isElsewhere(): boolean {
    const { current } = this.#settings.servers
    const { aborted } = this.#stopping.signal
    return !aborted && this.#registered && this.#connection?.server.origin !== current.origin
  }

  get #isInUse(): boolean {
    const { screen, video, command } = this.#capabilities
    return screen.isOn || video.isOn || command.runningIds.length > 0
  }

  /** An attempt that began during an outage would wait for the answer to packets that are lost. */
  #dropStale(connection: Connection, signal: AbortSignal): void {
    const drop = async () => {
      if (!(await this.#reachability.returned(signal))) return
      this.#isReachable = true
      connection.drop()
    }
    inBackground(drop(), this.#settings.notice, 'agent.retryFailed')
  }

  #disconnected(): void {
    this.#registered = false
    this.#settings.onConnected?.(false)
    this.#connection = undefined
    this.#capabilities.outbox.lost()
    this.#capabilities.heartbeat.stop()
    this.#capabilities.screen.stop()
    this.#capabilities.video.stop()
    this.#capabilities.input.release()
    this.#capabilities.tools.release()
  }

  async #afterEnd(end: Exclude<ConnectionEnd, { kind: 'left' }>): Promise<number> {
    const { servers, driver, tokens } = this.#settings
    if (end.kind === 'identityTaken') {
      this.#notify('error', say('agent.identityTaken', { id: driver.identity.hardwareId, place: end.place }))
      this.#settings.identityTaken?.(true)
      return this.#timing.refusedRetryMs
    }
    if (end.kind === 'rejected') {
      this.#notify('warn', say('agent.rejected', { reason: end.message }))
      return this.#timing.refusedRetryMs
    }
    if (end.kind === 'lost' || end.kind === 'sentAway') {
      this.#notify('warn', say('agent.lost', { reason: end.message }))
      if (this.#isReachable) return this.#timing.returnMs * Math.random()
      return this.#backOff()
    }
    this.#notify('warn', say('agent.tokenInvalid'))
    await tokens.forget(servers.home, driver.identity.hardwareId)
    // The first refusal is retried immediately; a server that refuses its own fresh tokens is not flooded.
    return this.#attempt++ === 0 ? 0 : this.#backOff()
  }

  #afterSentAway(reason: Message): number {
    this.#settings.notice('info', say('agent.sentAway', { reason }))
    return this.#timing.sentAwayMs * Math.random()
  }

  async #afterNoToken(error: unknown): Promise<number> {
    if (error instanceof EnrolmentWaits) {
      this.#notify(
        'warn',
        say('agent.approval', { reason: error.said, fingerprint: this.#phoneKey?.fingerprint ?? '' }),
      )
      return this.#timing.refusedRetryMs
    }
    if (error instanceof IdentityTaken) this.#settings.identityTaken?.(true)
    if (error instanceof EnrolmentRefused) {
      const seconds = Math.round(this.#timing.refusedRetryMs / 1000)
      this.#notify('error', say('agent.refused', { reason: error.said, seconds }))
      return this.#timing.refusedRetryMs
    }
    this.#notify('warn', say('agent.unreachable', { reason: reasonOf(error) }))
    await pause(requestedWait(error) ?? 0, this.#stopping.signal)
    return this.#backOff()
  }

  #notify(level: 'warn' | 'error', message: Message): void {
    if (String(message) !== this.#lastNotice) this.#settings.notice(level, message)
    this.#lastNotice = String(message)
  }

  #backOff(): number {
    return backOffMs(this.#timing.backOff, this.#attempt++)
  }

  /** The connection stays open for a moment, so that the last messages and frames arrive. */
  async #restart(away: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    const absence = (async () => {
      const back = away()
      back.catch(() => undefined)
      await pause(this.#timing.farewellMs, signal)
      await this.#connection?.close('the phone restarts')
      await pause(this.#timing.restartMs, signal)
      await back
    })()
    this.#away = absence
      .catch(() => undefined)
      .finally(() => {
        this.#away = undefined
      })
    await absence
  }
}
