import { webcrypto } from 'node:crypto'

/** Maximum number of keys of a run. */
const mostKeys = 200
const maxBytes = 8 * 1024 * 1024
const maxIterations = 10_000_000
const maxModulusBits = 4096

/** Bytes are written as base64: `{ bytes }`; keys by their number: `{ key }`. */
type Sent = unknown

const { subtle } = webcrypto
const names = [
  'digest',
  'importKey',
  'exportKey',
  'generateKey',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
  'deriveBits',
  'deriveKey',
] as const
type Name = (typeof names)[number]
const isName = (name: string): name is Name => (names as readonly string[]).includes(name)

/** `crypto.subtle` of one script. Its keys remain here. */
export class CryptoKeys {
  readonly #keys: webcrypto.CryptoKey[] = []

  async call(name: string, sent: Sent[]): Promise<unknown> {
    if (!isName(name)) throw new TypeError(`crypto.subtle.${name} is not known`)
    const args = sent.map((value) => this.#received(value))
    for (const value of args) checkBounds(value)
    const result = await (subtle[name] as (...args: unknown[]) => Promise<unknown>)(...args)
    return this.#written(result)
  }

  #received(value: Sent): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((one) => this.#received(one))
    const { bytes, key } = value as { bytes?: unknown; key?: unknown }
    if (typeof bytes === 'string') return toBytes(bytes)
    if (typeof key === 'number') return this.#keys[key]
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#received(one)]))
  }

  #written(result: unknown): unknown {
    if (result instanceof ArrayBuffer) return { bytes: Buffer.from(result).toString('base64') }
    if (result instanceof CryptoKey) return this.#keep(result)
    const { publicKey, privateKey } = Object(result) as Partial<webcrypto.CryptoKeyPair>
    if (publicKey && privateKey)
      return { publicKey: this.#keep(publicKey), privateKey: this.#keep(privateKey) }
    return result
  }

  #keep(key: webcrypto.CryptoKey): unknown {
    if (this.#keys.length >= mostKeys)
      throw new DOMException(`more than ${mostKeys} keys`, 'QuotaExceededError')
    this.#keys.push(key)
    const { type, extractable, usages } = key
    const { publicExponent, ...algorithm } = key.algorithm as webcrypto.RsaHashedKeyAlgorithm
    const exponent = publicExponent && { bytes: Buffer.from(publicExponent).toString('base64') }
    return {
      key: this.#keys.length - 1,
      ...{ type, extractable, usages },
      algorithm: { ...algorithm, ...(exponent && { publicExponent: exponent }) },
    }
  }
}

function toBytes(base64: string): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  if (bytes.length <= maxBytes) return bytes
  throw new DOMException(`crypto.subtle takes up to ${maxBytes / 1024 / 1024} MB`, 'OperationError')
}

function checkBounds(value: unknown): void {
  const { iterations = 0, modulusLength = 0 } = Object(value) as Record<string, number>
  if (iterations > maxIterations)
    throw new DOMException(`more than ${maxIterations} iterations`, 'OperationError')
  if (modulusLength > maxModulusBits)
    throw new DOMException(`a key of more than ${maxModulusBits} bits`, 'OperationError')
}
