// ---------------------------------------------------------------------------------------------------------------------
// What browsers have, too, as far as scripts have it

declare const site: {
  /** The time zone of the site, such as Asia/Shanghai. */
  readonly timeZone: string
}
declare const performance: {
  /** Milliseconds since the script started. */
  now(): number
}
declare function queueMicrotask(act: () => void): void
declare function structuredClone<Value>(value: Value): Value
declare function atob(text: string): string
declare function btoa(text: string): string

declare class DOMException extends Error {
  constructor(message?: string, name?: string)
}
/** A limit of the script, such as its stack, is exceeded. */
declare class InternalError extends Error {}

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Iterable<readonly [string, unknown]> | Record<string, unknown> | null)
  readonly size: number
  append(name: string, value: unknown): void
  delete(name: string, value?: unknown): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string, value?: unknown): boolean
  set(name: string, value: unknown): void
  sort(): void
  forEach(act: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void
  entries(): IterableIterator<[string, string]>
  keys(): IterableIterator<string>
  values(): IterableIterator<string>
  toString(): string
  [Symbol.iterator](): IterableIterator<[string, string]>
}
declare class URL {
  constructor(url: string | URL, base?: string | URL)
  static canParse(url: string | URL, base?: string | URL): boolean
  static parse(url: string | URL, base?: string | URL): URL | null
  href: string
  readonly origin: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  readonly searchParams: URLSearchParams
  toString(): string
  toJSON(): string
}

type Bytes = ArrayBuffer | ArrayBufferView
declare class TextEncoder {
  readonly encoding: 'utf-8'
  encode(text?: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, target: Uint8Array): { read: number; written: number }
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  readonly encoding: string
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  decode(source?: Bytes, options?: { stream?: boolean }): string
}

type KeyUsage =
  | 'encrypt'
  | 'decrypt'
  | 'sign'
  | 'verify'
  | 'deriveKey'
  | 'deriveBits'
  | 'wrapKey'
  | 'unwrapKey'
interface CryptoKey {
  readonly type: 'public' | 'private' | 'secret'
  readonly extractable: boolean
  readonly usages: KeyUsage[]
  readonly algorithm: KeyAlgorithm
}
interface KeyAlgorithm {
  name: string
  [parameter: string]: unknown
}
interface CryptoKeyPair {
  publicKey: CryptoKey
  privateKey: CryptoKey
}
/** A name such as SHA-256, or an object with `name` and parameters. */
type CryptoAlgorithm = string | KeyAlgorithm
type KeyFormat = 'raw' | 'pkcs8' | 'spki' | 'jwk'
interface SubtleCrypto {
  digest(algorithm: CryptoAlgorithm, data: Bytes): Promise<ArrayBuffer>
  importKey(
    format: KeyFormat,
    data: Bytes | object,
    algorithm: CryptoAlgorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey>
  exportKey(format: 'jwk', key: CryptoKey): Promise<Record<string, unknown>>
  exportKey(format: Exclude<KeyFormat, 'jwk'>, key: CryptoKey): Promise<ArrayBuffer>
  generateKey(
    algorithm: { name: 'HMAC' | 'AES-CBC' | 'AES-CTR' | 'AES-GCM'; [parameter: string]: unknown },
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey>
  generateKey(
    algorithm: CryptoAlgorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey | CryptoKeyPair>
  sign(algorithm: CryptoAlgorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>
  verify(algorithm: CryptoAlgorithm, key: CryptoKey, signature: Bytes, data: Bytes): Promise<boolean>
  encrypt(algorithm: KeyAlgorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>
  decrypt(algorithm: KeyAlgorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>
  deriveBits(algorithm: KeyAlgorithm, key: CryptoKey, length?: number | null): Promise<ArrayBuffer>
  deriveKey(
    algorithm: KeyAlgorithm,
    key: CryptoKey,
    derived: CryptoAlgorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey>
}
type Integers =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
declare const crypto: {
  readonly subtle: SubtleCrypto
  getRandomValues<View extends Integers>(view: View): View
  randomUUID(): string
}
