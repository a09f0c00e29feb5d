import { randomBytes, randomUUID } from 'node:crypto'
import { CryptoKeys } from './crypto-keys.ts'
import type { HostAnswer } from './worker-messages.ts'

type Options = Record<string, never>

/** Maximum number of Intl objects of a script that are kept for its next calls. */
const mostFormats = 20
const maxRandomBytes = 65_536
const maxCompared = 1_000_000
/** As in Chromium. */
const maxAddress = 2_097_152

const formats = {
  DateTimeFormat: (locales: string[] | undefined, options: Options) =>
    new Intl.DateTimeFormat(locales, options),
  NumberFormat: (locales: string[] | undefined, options: Options) => new Intl.NumberFormat(locales, options),
  PluralRules: (locales: string[] | undefined, options: Options) => new Intl.PluralRules(locales, options),
  RelativeTimeFormat: (locales: string[] | undefined, options: Options) =>
    new Intl.RelativeTimeFormat(locales, options),
  ListFormat: (locales: string[] | undefined, options: Options) => new Intl.ListFormat(locales, options),
  Collator: (locales: string[] | undefined, options: Options) => new Intl.Collator(locales, options),
  Segmenter: (locales: string[] | undefined, options: Options) => new Intl.Segmenter(locales, options),
  DisplayNames: (locales: string[] | undefined, options: Options) =>
    new Intl.DisplayNames(locales, options as unknown as Intl.DisplayNamesOptions),
}
type FormatName = keyof typeof formats
const isFormat = (name: string): name is FormatName => Object.hasOwn(formats, name)
const methods = [
  'format',
  'formatToParts',
  'formatRange',
  'formatRangeToParts',
  'select',
  'selectRange',
  'compare',
]
const allowed = new Set([...methods, 'segment', 'of', 'resolvedOptions'])

/** JSON has no NaN, no infinity and no BigInt: the prelude writes them as one-entry objects. */
const revived = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return value
  const { number, bigint } = value as { number?: string; bigint?: string }
  if (number !== undefined) return Number(number)
  return bigint === undefined ? value : BigInt(bigint)
}

/** Functions of the sandbox for which it needs Node, but not the agent. */
export class ScriptBuiltins {
  readonly #formats = new Map<string, object>()
  readonly #keys = new CryptoKeys()
  readonly #startedAt = performance.now()

  /** Undefined if the agent answers the call. */
  call(name: string, json: string): HostAnswer | Promise<HostAnswer> | undefined {
    if (!name.startsWith('node.')) return undefined
    const args = JSON.parse(json) as unknown[]
    if (name === 'node.subtle') return this.#keys.call(String(args[0]), args.slice(1)).then(toAnswer, toError)
    try {
      return toAnswer(this.#now(name, args))
    } catch (error) {
      return toError(error)
    }
  }

  #now(name: string, args: unknown[]): unknown {
    if (name === 'node.intl') return this.#intl(args as never)
    if (name === 'node.locales') return this.#locales(args as never)
    if (name === 'node.now') return performance.now() - this.#startedAt
    if (name === 'node.url') return partsOfUrl(args as never)
    if (name === 'node.query') return new URLSearchParams(`a=${String(args[0])}`).get('a')
    if (name === 'node.atob') return atob(String(args[0]))
    if (name === 'node.btoa') return btoa(String(args[0]))
    if (name === 'node.encode') return encode(args as never)
    if (name === 'node.decode') return decode(args as never)
    if (name === 'node.uuid') return randomUUID()
    if (name === 'node.random')
      return randomBytes(Math.min(maxRandomBytes, Number(args[0]))).toString('base64')
    throw new Error(`${name} is not known`)
  }

  #intl([type, locales, options, method, ...args]: [string, string[], Options, string, ...unknown[]]) {
    if (!isFormat(type) || !allowed.has(method)) throw new TypeError(`Intl.${type}: ${method} is not known`)
    if (JSON.stringify(args).length > maxCompared) throw new RangeError(`Intl.${type}: the text is too long`)
    const format = this.#format(type, locales, options) as Record<string, (...args: unknown[]) => unknown>
    const result = format[method]?.(...args.map(revived))
    if (method !== 'segment') return result
    // Each part has the whole text as its input, which the prelude adds.
    return Array.from(result as Iterable<{ input: string }>, ({ input: _text, ...part }) => part)
  }

  #format(type: FormatName, locales: string[] | undefined, options: Options): object {
    const key = JSON.stringify([type, locales, options])
    const known = this.#formats.get(key) ?? formats[type](locales ?? undefined, options)
    this.#formats.delete(key)
    this.#formats.set(key, known)
    const [oldest] = this.#formats.keys()
    if (this.#formats.size > mostFormats && oldest !== undefined) this.#formats.delete(oldest)
    return known
  }

  #locales([kind, type, ...args]: [string, string, ...never[]]): unknown {
    if (kind === 'canonical') return Intl.getCanonicalLocales(...args)
    if (kind === 'values') return Intl.supportedValuesOf(type as never)
    if (!isFormat(type)) throw new TypeError(`Intl.${type} is not known`)
    const { supportedLocalesOf } = Intl[type] as typeof Intl.Collator
    return supportedLocalesOf.call(Intl[type], ...(args as unknown as [string[]]))
  }
}

function partsOfUrl([href, base, part, value]: [string, string | null, string?, string?]) {
  if (href.length > maxAddress || (value?.length ?? 0) > maxAddress) throw new TypeError('Invalid URL')
  const url = new URL(href, base ?? undefined)
  if (part !== undefined) Object.assign(url, { [part]: value })
  const { origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url
  return {
    href: url.href,
    origin,
    protocol,
    username,
    password,
    host,
    hostname,
    port,
    pathname,
    search,
    hash,
  }
}

function encode([text, room = 3 * text.length]: [string, number?]) {
  const bytes = new Uint8Array(Math.min(room, 3 * text.length))
  const { read, written } = new TextEncoder().encodeInto(text, bytes)
  return { read, written, bytes: Buffer.from(bytes.subarray(0, written)).toString('base64') }
}

function decode([label, options, bytes]: [string, TextDecoderOptions, string | null]): unknown {
  const decoder = new TextDecoder(label, options)
  const { encoding, fatal, ignoreBOM } = decoder
  if (bytes === null) return { encoding, fatal, ignoreBOM }
  return decoder.decode(Buffer.from(bytes, 'base64'))
}

const toAnswer = (value: unknown): HostAnswer => ({ value: JSON.stringify({ value: value ?? null }) })
/** The prelude throws it as an error of this class. */
const toError = (error: unknown): HostAnswer => {
  const { name, message } = error as Error
  return { value: JSON.stringify({ error: { name, message } }) }
}
