import { Adb } from '@yume-chan/adb'
import { connectTurns, defaultBackOff } from '../back-off.ts'
import { type AdbKey, readAdbKey } from '../drivers/adb/adb-key.ts'
import { AdbConnector } from '../drivers/adb/connector.ts'
import { adviceFor } from '../drivers/adb/device-list.ts'
import { type DirectPhone, openDirect } from '../drivers/adb/direct-phone.ts'
import { NotPaired } from '../drivers/adb/phone-wire.ts'
import { ServerTransport } from '../drivers/adb/server-transport.ts'
import type { Claim } from '../identity-claims.ts'
import { reasonOf } from '../notice.ts'
import { PluggedPhone } from '../plugged-phone.ts'
import { Reachability } from '../reachability.ts'
import type { HolderParts, RealPhonesSettings } from '../real-phones.ts'
import { ScrcpyFile } from '../scrcpy-file.ts'
import type { ServerChoice } from '../servers.ts'
import type { PhoneTokens } from '../token-file.ts'
import type { FoundPhone, OnConnected, OnIdentityTaken, OnUnusable, PhoneHolder } from './found-phones.ts'

/** Between two phones that connect or enrol. */
const gapMs = 15

export interface PhoneSetParts {
  servers: ServerChoice
  tokens: PhoneTokens
  unusable: OnUnusable
  identityTaken: OnIdentityTaken
  /** As IdentityClaims.claim. */
  claim: (claim: Claim) => Promise<string>
  release: (hardwareId: string) => void
  connected: OnConnected
  /** Work on a phone begins or ends. */
  working?: (name: string, isWorking: boolean) => void
}

/** Phones in this process. */
export class PhoneSet implements PhoneHolder {
  readonly #settings: RealPhonesSettings
  readonly #parts: PhoneSetParts
  readonly #connector: AdbConnector
  readonly #plugged = new Map<string, PluggedPhone>()
  readonly #ending = new Set<Promise<void>>()
  readonly #turns = connectTurns(gapMs)
  readonly #reachability: Reachability
  readonly #scrcpy: ScrcpyFile
  #key: Promise<AdbKey> | undefined

  constructor(settings: RealPhonesSettings, parts: PhoneSetParts) {
    this.#settings = settings
    this.#parts = parts
    this.#connector = new AdbConnector(settings.adbServer)
    this.#reachability = new Reachability(parts.servers, settings.timing?.askMs)
    const { scrcpyFile: own, stateDir, notice } = settings
    this.#scrcpy = new ScrcpyFile({ own, stateDir, notice: (level, text) => notice('scrcpy', level, text) })
  }

  hold(phones: readonly FoundPhone[]): void {
    const ids = new Set(phones.map(({ id }) => id))
    for (const id of [...this.#plugged.keys()]) if (!ids.has(id)) this.#end(id, (phone) => phone.pullOut())
    for (const phone of phones) if (!this.#plugged.has(phone.id)) this.#bringIn(phone)
  }

  async stop(): Promise<void> {
    for (const id of [...this.#plugged.keys()]) this.#end(id, (phone) => phone.stop())
    await Promise.all([...this.#ending, this.#scrcpy.close()])
  }

  #bringIn({ id, name, direct }: FoundPhone): void {
    const { notice, backOff = defaultBackOff, stateDir, timing, ...settings } = this.#settings
    const { servers, tokens, claim, release, identityTaken, unusable, working, connected } = this.#parts
    const phone = new PluggedPhone({
      servers,
      key: settings.key,
      language: settings.language,
      tokens,
      filesDir: stateDir,
      name,
      notice: (level, message) => notice(name, level, message),
      open: (signal) => (direct ? this.#reach(direct, name, signal) : this.#open(id, name)),
      claim,
      release,
      identityTaken: (hardwareId, isSamePhone) => identityTaken(name, hardwareId, isSamePhone),
      hanging: (isHanging) => unusable(name, isHanging ? 'hanging' : undefined),
      sharedSerials: settings.sharedSerials ?? [],
      working: (isWorking) => working?.(name, isWorking),
      connected: (hardwareId, isConnected) => connected(name, hardwareId, isConnected),
      backOff,
      turns: this.#turns,
      reachability: this.#reachability,
      logcat: settings.logcat,
      scrcpy: this.#scrcpy,
      ...(timing ? { timing } : {}),
      commandMs: settings.commandMs,
    })
    this.#plugged.set(id, phone)
  }

  async #open(transportId: string, serial: string): Promise<Adb> {
    return new Adb(await ServerTransport.open(this.#connector, serial, BigInt(transportId)))
  }

  /** Retried periodically: nothing announces such a phone. */
  async #reach(phone: DirectPhone, name: string, signal: AbortSignal): Promise<Adb> {
    const { unusable } = this.#parts
    let isAsking = false
    const asks = () => {
      isAsking = true
      this.#settings.notice(name, 'info', adviceFor('unauthorized', this.#settings.language))
      unusable(name, 'unauthorized')
    }
    this.#key ??= readAdbKey(this.#settings.stateDir)
    try {
      const adb = await openDirect(phone, { key: await this.#key, asks, signal })
      unusable(name)
      return adb
    } catch (error) {
      if (error instanceof NotPaired) unusable(name, 'unpaired')
      else if (!isAsking) unusable(name, 'unreachable')
      throw error
    }
  }

  /** A phone that does not end properly is reported, and keeps no other phone from ending. */
  #end(id: string, end: (phone: PluggedPhone) => Promise<void>): void {
    const phone = this.#plugged.get(id)
    this.#plugged.delete(id)
    if (!phone) return
    const ending = end(phone)
      .catch((error) => this.#settings.notice(phone.name, 'warn', reasonOf(error)))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}

/** All phones in the agent's own process. */
export const holdHere = (settings: RealPhonesSettings, { claims, ...parts }: HolderParts): PhoneSet =>
  new PhoneSet(settings, {
    ...parts,
    claim: (claim) => claims.claim(claim),
    release: (hardwareId) => claims.release(hardwareId),
  })
