import { type Message, say } from '@fleetdeck/i18n/terminal'
import { type Claim, IdentityInUse } from '../identity-claims.ts'
import { errorMessage } from '../notice.ts'
import type { HolderParts, MakeHolder, RealPhonesSettings } from '../real-phones.ts'
import type { FoundPhone, PhoneHolder, ProcessStatus } from './found-phones.ts'
import type { FromProcess, Granted, InUse, Question, Questions } from './messages.ts'
import { PhoneProcess, type ProcessSettings } from './phone-process.ts'

export interface ProcessesSettings extends ProcessSettings {
  /** Phones of one process. */
  size: number
  /** A line of a process's output. */
  line: (text: string, isError: boolean) => void
  /** How long a phone that ends its process rests; ms. */
  restMs?: number
}

/** One process with its phones. */
interface Group {
  process: PhoneProcess
  /** Phones on which it works now, by name. */
  working: Set<string>
  /** Those that are connected to the console, with their hardwareId. */
  connected: Map<string, string>
  /** The phones on which it worked when it died, and when. */
  deaths: { at: number; working: ReadonlySet<string> }[]
  idle: NodeJS.Timeout | undefined
}

const defaultRestMs = 10 * 60_000
/** Deaths further apart have nothing to do with each other. */
const relatedMs = 10 * 60_000
/** So many related deaths are the fault of a phone. */
const bearable = 2
/** Processes that separate phones, in addition to those that are needed. */
const mostExtra = 6
/** A restart of the adb server removes all phones for a moment. */
const idleMs = 30_000

/**
 * Phones in groups, each in a process of its own, so that whatever ends the process of one group leaves the others
 * connected. When a process dies again, the phones on which it worked both times move to another one, half of them at
 * a time, until the phone that is to blame is alone; that one rests for some minutes.
 */
export class PhoneProcesses implements PhoneHolder {
  readonly #settings: RealPhonesSettings
  readonly #parts: HolderParts
  readonly #options: ProcessesSettings
  readonly #groups = new Set<Group>()
  /** The group that has a phone, by its hardwareId. */
  readonly #claims = new Map<string, Group>()
  readonly #resting = new Map<string, { name: string; timer: NodeJS.Timeout }>()
  #found: readonly FoundPhone[] = []
  #isStopping = false

  constructor(settings: RealPhonesSettings, parts: HolderParts, options: ProcessesSettings) {
    this.#settings = settings
    this.#parts = parts
    this.#options = options
    parts.servers.follow(() => {
      for (const { process } of this.#groups)
        process.send({ action: 'server', address: parts.servers.current.href })
    })
  }

  get processes(): ProcessStatus[] {
    return [...this.#groups].map(({ process }) => process.describe())
  }

  wake(): void {
    for (const id of [...this.#resting.keys()]) this.#wake(id)
    this.hold(this.#found)
  }

  hold(phones: readonly FoundPhone[]): void {
    if (this.#isStopping) return
    this.#found = phones
    const ids = new Set(phones.map(({ id }) => id))
    for (const id of [...this.#resting.keys()]) if (!ids.has(id)) this.#wake(id)
    for (const group of this.#groups) {
      const rest = group.process.phones.filter(({ id }) => ids.has(id))
      if (rest.length < group.process.phones.length) this.#give(group, rest)
    }
    const held = new Set([...this.#groups].flatMap(({ process }) => process.phones.map(({ id }) => id)))
    this.#place(phones.filter(({ id }) => !held.has(id) && !this.#resting.has(id)))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { timer } of this.#resting.values()) clearTimeout(timer)
    for (const { idle } of this.#groups) clearTimeout(idle)
    await Promise.all([...this.#groups].map(({ process }) => process.stop()))
  }

  #place(phones: readonly FoundPhone[]): void {
    const added = new Map<Group, FoundPhone[]>()
    const count = (group: Group) => group.process.phones.length + (added.get(group)?.length ?? 0)
    for (const phone of phones) {
      const free = [...this.#groups, ...added.keys()].find((group) => count(group) < this.#options.size)
      const group = free ?? this.#addGroup()
      added.set(group, [...(added.get(group) ?? []), phone])
    }
    for (const [group, more] of added) this.#give(group, [...group.process.phones, ...more])
  }

  #addGroup(): Group {
    const group: Group = {
      process: new PhoneProcess(this.#options, {
        died: (reason) => this.#died(group, reason),
        received: (message) => this.#received(group, message),
        line: this.#options.line,
      }),
      working: new Set(),
      connected: new Map(),
      deaths: [],
      idle: undefined,
    }
    this.#groups.add(group)
    return group
  }

  #give(group: Group, phones: readonly FoundPhone[]): void {
    clearTimeout(group.idle)
    group.process.hold(phones)
    if (phones.length === 0) group.idle = setTimeout(() => this.#endGroup(group), idleMs).unref()
  }

  #endGroup(group: Group): void {
    this.#groups.delete(group)
    group.process.stop().catch(() => undefined)
  }

  #received(group: Group, message: FromProcess): void {
    if (message.action === 'working') {
      if (message.isWorking) group.working.add(message.phone)
      else group.working.delete(message.phone)
    } else if (message.action === 'connected') this.#connected(group, message)
    else if (message.action === 'unusable') this.#parts.unusable(message.phone, message.state)
    else if (message.action === 'identityTaken')
      this.#parts.identityTaken(message.phone, message.hardwareId, message.isSamePhone)
    else if (message.action === 'notice') this.#settings.notice(message.name, message.level, message.text)
    else if (message.action === 'ask') {
      const { id, question } = message
      this.#answer(group, question).then(
        (value) => group.process.send({ action: 'answer', id, value }),
        (error) => group.process.send({ action: 'answer', id, error: errorMessage(error) }),
      )
    }
  }

  #connected(
    group: Group,
    { phone, hardwareId, isConnected }: Extract<FromProcess, { action: 'connected' }>,
  ) {
    if (isConnected) group.connected.set(phone, hardwareId)
    else group.connected.delete(phone)
    this.#parts.connected(phone, hardwareId, isConnected)
  }

  #answer(group: Group, { call, args }: Question): Promise<unknown> {
    const { tokens, servers } = this.#parts
    const { home: server } = servers
    const answers: Questions = {
      claim: (claim) => this.#claim(group, claim),
      release: async (hardwareId) => this.#release(group, hardwareId),
      keep: (hardwareId, token) => tokens.keep(server, hardwareId, token),
      forget: (hardwareId) => tokens.forget(server, hardwareId),
      pinSigner: (signer) => tokens.pinSigner(server, signer),
      pinAuthors: (hardwareId, authors) => tokens.pinAuthors(server, hardwareId, authors),
      chooseServer: async (doubted) => {
        if (doubted !== undefined) servers.doubt(new URL(doubted))
        return (await servers.choose()).href
      },
    }
    const answer = answers[call] as (...args: unknown[]) => Promise<unknown>
    return answer(...args)
  }

  async #claim(group: Group, claim: Claim): Promise<Granted | InUse> {
    const { tokens, claims, servers } = this.#parts
    try {
      const hardwareId = await claims.claim(claim)
      this.#claims.set(hardwareId, group)
      const { installation } = tokens
      return { hardwareId, installation, record: await tokens.recordOf(servers.home, hardwareId) }
    } catch (error) {
      if (error instanceof IdentityInUse) return { inUse: error.hardwareId, isSamePhone: error.isSamePhone }
      throw error
    }
  }

  #release(group: Group, hardwareId: string): void {
    if (this.#claims.get(hardwareId) !== group) return
    this.#claims.delete(hardwareId)
    this.#parts.claims.release(hardwareId)
  }

  #died(group: Group, reason: Message): void {
    const count = group.process.phones.length
    this.#settings.notice('agent', 'error', say('agent.processEnded', { count, reason }))
    for (const hardwareId of [...this.#claims.keys()]) this.#release(group, hardwareId)
    for (const { name } of group.process.phones) this.#parts.identityTaken(name)
    const now = performance.now()
    const related = group.deaths.filter(({ at }) => now - at < relatedMs)
    group.deaths = [...related, { at: now, working: group.working }]
    group.working = new Set()
    for (const [name, hardwareId] of group.connected) this.#parts.connected(name, hardwareId, false)
    group.connected.clear()
    if (group.deaths.length >= bearable) this.#separate(group)
  }

  /** Moves some of the phones that may be to blame into a process of their own, or lets the only one rest. */
  #separate(group: Group): void {
    const { phones } = group.process
    const [only] = phones
    if (!only || this.#groups.size >= Math.ceil(this.#found.length / this.#options.size) + mostExtra) return
    if (phones.length === 1) this.#rest(group, only)
    else this.#split(group)
  }

  #split(group: Group): void {
    const { phones } = group.process
    const always = phones.filter(({ name }) => group.deaths.every(({ working }) => working.has(name)))
    const suspects = always.length > 0 && always.length < phones.length ? always : phones
    const moved = new Set(suspects.length === 1 ? suspects : suspects.slice(0, suspects.length >> 1))
    group.deaths = []
    this.#give(
      group,
      phones.filter((phone) => !moved.has(phone)),
    )
    this.#give(this.#addGroup(), [...moved])
  }

  #rest(group: Group, { id, name }: FoundPhone): void {
    const { restMs = defaultRestMs } = this.#options
    group.deaths = []
    this.#give(group, [])
    const timer = setTimeout(() => {
      this.#wake(id)
      this.hold(this.#found)
    }, restMs).unref()
    this.#resting.set(id, { name, timer })
    this.#parts.unusable(name, 'resting')
    this.#settings.notice(name, 'error', say('agent.resting', { minutes: Math.round(restMs / 60_000) }))
  }

  #wake(id: string): void {
    const resting = this.#resting.get(id)
    clearTimeout(resting?.timer)
    this.#resting.delete(id)
    if (resting) this.#parts.unusable(resting.name)
  }
}

export const holdInProcesses =
  (options: ProcessesSettings): MakeHolder =>
  (settings, parts) =>
    new PhoneProcesses(settings, parts, options)
