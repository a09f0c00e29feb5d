import type { ServerState } from '@fleetdeck/contract/computer-socket'
import { regions } from '@fleetdeck/contract/regions'
import { say } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import type { Notice } from './notice.ts'
import type { TokenFile } from './token-file.ts'

/** The server that phones and the computer connect to, among those of one installation. */
export interface ServerChoice {
  /** Names the installation in the state folder. */
  readonly home: URL
  /** The address in use. */
  readonly current: URL
  /** The address to connect to now; while the one in use is in doubt, all are asked first. */
  choose(): Promise<URL>
  /** This address could not be reached, lost a connection or sends phones away. */
  doubt(address: URL): void
  /** Called when another address is in use. Returns the function that ends it. */
  follow(changed: () => void): () => void
}

/** Phones and computers change to a nearer server within this time, at random. */
export const nearerMs = 30_000

/** A single address. */
export const oneServer = (address: URL): ServerChoice => ({
  home: address,
  current: address,
  choose: async () => address,
  doubt: () => undefined,
  follow: () => () => undefined,
})

export interface ServersTiming {
  /** Between two looks at all servers, and while only one is known; half of it to one and a half, at random. */
  lookMs: number
  aloneMs: number
  answerMs: number
}

const defaults: ServersTiming = { lookMs: 60_000, aloneMs: 600_000, answerMs: 2000 }
/** A nearer server is used when so many looks in a row have found it. */
const steadyLooks = 3
/** Clearly nearer: this share of the time, and so many milliseconds less. */
const nearerShare = 0.8
const leastNearerMs = 3
const tries = 3
const maxServers = 20

const Answer = z.object({
  code: z.literal(0),
  data: z.object({
    region: z.string().nullable().catch(null),
    servers: z.array(z.object({ region: z.string(), address: z.string() })),
  }),
})
type Told = z.output<typeof Answer>['data']['servers'][number]

interface Way {
  address: URL
  /** The median of some answers; undefined without an answer. */
  ms: number | undefined
  /** Load balancers would send phones there. */
  isReady: boolean
}

export interface ServersSettings {
  /** At least one; the others are servers of the same installation. */
  given: readonly URL[]
  tokens: Pick<TokenFile, 'homeOf' | 'serversOf' | 'keepServers'>
  notice: Notice
  timing?: Partial<ServersTiming> | undefined
}

/**
 * Chooses the nearest server that is ready: among the addresses that the agent was given, and those that a server of the
 * installation has named. It changes to the next one when a server is lost, and back after a nearer one has been ready
 * for some time.
 */
export class Servers implements ServerChoice {
  readonly home: URL
  readonly #settings: ServersSettings
  readonly #timing: ServersTiming
  readonly #listeners = new Set<() => void>()
  #told: readonly Told[]
  #ways: readonly Way[] = []
  /** Of addresses that were given. */
  readonly #regions = new Map<string, string>()
  #current: URL
  #isInDoubt = true
  #isAsked = false
  #looking: Promise<void> | undefined
  #nearer: { origin: string; looks: number } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(settings: ServersSettings) {
    this.#settings = settings
    this.#timing = { ...defaults, ...settings.timing }
    this.home = settings.tokens.homeOf(settings.given)
    this.#current = settings.given[0] ?? this.home
    this.#told = this.#accepted(settings.tokens.serversOf(this.home))
    this.#lookLater()
  }

  get current(): URL {
    return this.#current
  }

  /** All addresses, as they were last measured. */
  get states(): ServerState[] {
    return this.#addresses().map((address) => {
      const way = this.#ways.find((each) => each.address.origin === address.origin)
      return {
        address: address.origin,
        region: this.#regionOf(address),
        ms: way?.ms ?? null,
        isReady: way?.isReady ?? false,
        isUsed: address.origin === this.#current.origin,
      }
    })
  }

  async choose(): Promise<URL> {
    if (this.#isInDoubt) await this.#look()
    return this.#current
  }

  doubt(address: URL): void {
    if (address.origin === this.#current.origin) this.#isInDoubt = true
  }

  follow(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#listeners.clear()
  }

  #lookLater(): void {
    const { lookMs, aloneMs } = this.#timing
    const ms = this.#addresses().length > 1 ? lookMs : aloneMs
    this.#timer = setTimeout(
      () => {
        const again = () => this.#timer && this.#lookLater()
        this.#look().then(again, again)
      },
      ms * (0.5 + Math.random()),
    ).unref()
  }

  /** One at a time, for all who ask. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    const isUrgent = this.#isInDoubt
    const ways = await this.#measure(this.#addresses())
    if (!isUrgent || !this.#isAsked) {
      await this.#ask(nearest(ways)?.address ?? this.#current)
      const isNew = ({ origin }: URL) => ways.every(({ address }) => address.origin !== origin)
      ways.push(...(await this.#measure(this.#addresses().filter(isNew))))
    }
    const isFirst = this.#ways.length === 0 && ways.length > 1
    this.#ways = ways
    this.#isInDoubt = false
    this.#decide(isUrgent, isFirst)
  }

  /** A single address needs no figures. */
  async #measure(addresses: readonly URL[]): Promise<Way[]> {
    if (this.#addresses().length < 2) return []
    return Promise.all(addresses.map((address) => measure(address, this.#timing.answerMs)))
  }

  #decide(isUrgent: boolean, isFirst: boolean): void {
    const best = nearest(this.#ways)
    const now = this.#ways.find(({ address }) => address.origin === this.#current.origin)
    const isNearer = best !== undefined && isClearlyNearer(best, now)
    const looks = this.#nearer && this.#nearer.origin === best?.address.origin ? this.#nearer.looks + 1 : 1
    this.#nearer = isNearer ? { origin: best.address.origin, looks } : undefined
    const changes = isNearer && (isUrgent || looks >= steadyLooks)
    if (changes) {
      this.#nearer = undefined
      this.#current = best.address
    }
    if (changes || isFirst) this.#tell()
    if (changes) for (const listener of this.#listeners) listener()
  }

  #tell(): void {
    const times = this.states.map(({ address, ms }) =>
      say(ms === null ? 'agent.serverSilent' : 'agent.serverTime', {
        server: address,
        ms: Math.round(ms ?? 0),
      }),
    )
    const region = this.#regionOf(this.#current)
    const server = region ? `${this.#current.origin} (${region})` : this.#current.origin
    this.#settings.notice('info', say('agent.serverChosen', { server, times }))
  }

  /** Asks one of the servers for the addresses of all. */
  async #ask(address: URL): Promise<void> {
    try {
      const response = await fetch(new URL(regions.list.path, address), {
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timing.answerMs),
      })
      this.#isAsked = true
      const { data } = Answer.parse(await response.json())
      if (data.region) this.#regions.set(address.origin, data.region)
      const told = this.#accepted(data.servers)
      if (JSON.stringify(told) === JSON.stringify(this.#told)) return
      this.#told = told
      await this.#settings.tokens.keepServers(this.home, told)
    } catch {
      // It is away, or a server of a former version: what was told before stays.
    }
  }

  /** Tokens are only sent without encryption where the user has chosen that. */
  #accepted(told: readonly Told[]): Told[] {
    const isPlain = this.#settings.given.some(({ protocol }) => protocol === 'http:')
    return told
      .filter(({ address }) => URL.canParse(address))
      .map(({ region, address }) => ({ region, url: new URL(address) }))
      .filter(({ url }) => url.protocol === 'https:' || (isPlain && url.protocol === 'http:'))
      .slice(0, maxServers)
      .map(({ region, url }) => ({ region, address: url.origin }))
  }

  #addresses(): URL[] {
    const told = this.#told.map(({ address }) => new URL(address))
    return [...new Map([...this.#settings.given, ...told].map((url) => [url.origin, url])).values()]
  }

  #regionOf({ origin }: URL): string {
    return this.#told.find(({ address }) => address === origin)?.region ?? this.#regions.get(origin) ?? ''
  }
}

/** Of those that are ready. */
function nearest(ways: readonly Way[]): Way | undefined {
  const ready = ways.filter(({ isReady, ms }) => isReady && ms !== undefined)
  return ready.sort((one, other) => (one.ms ?? 0) - (other.ms ?? 0))[0]
}

function isClearlyNearer({ address, ms = 0 }: Way, now: Way | undefined): boolean {
  if (!now?.isReady || now.ms === undefined) return true
  return address.origin !== now.address.origin && ms < now.ms * nearerShare && now.ms - ms > leastNearerMs
}

/** The first answer includes the handshakes of the connection, the others use it again. */
async function measure(address: URL, answerMs: number): Promise<Way> {
  const ask = async (path: string) => {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(answerMs)
    const response = await fetch(new URL(path, address), { redirect: 'manual', signal })
    await response.text()
    return { status: response.status, ms: performance.now() - startedAt }
  }
  try {
    const { status } = await ask('/readyz?exclude=redis')
    const times: number[] = []
    for (let n = 0; n < tries; n += 1) times.push((await ask('/healthz')).ms)
    // An installation may have switched these addresses off.
    const isReady = status === 200 || status === 404
    return { address, ms: times.sort((one, other) => one - other)[tries >> 1], isReady }
  } catch {
    return { address, ms: undefined, isReady: false }
  }
}
