// crypto, by the one of Node, which keeps the keys.
;({ askNode, define, DOMException, toBytes, toBase64, fromBase64 }) => {
  const maxRandom = 65_536
  const numbers = new WeakMap()

  class CryptoKey {
    constructor(facts) {
      numbers.set(this, facts?.key)
      if (facts?.key === undefined) throw new TypeError('Illegal constructor')
      const { type, extractable, usages, algorithm } = facts
      Object.assign(this, { type, extractable, usages, algorithm })
      Object.freeze(this)
    }
  }
  const sent = (value) => {
    if (value instanceof CryptoKey) return { key: numbers.get(value) }
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { bytes: toBase64(toBytes(value)) }
    if (Array.isArray(value)) return value.map(sent)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sent(one)]))
  }
  const received = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    if (typeof value.bytes === 'string') return fromBase64(value.bytes).buffer
    const algorithm = value.algorithm && { ...value.algorithm }
    if (algorithm?.publicExponent) algorithm.publicExponent = fromBase64(algorithm.publicExponent.bytes)
    if (value.key !== undefined) return new CryptoKey({ ...value, algorithm })
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, received(one)]))
  }
  const subtle = {}
  for (const name of 'digest importKey exportKey generateKey sign verify encrypt decrypt deriveBits deriveKey'.split(
    ' ',
  ))
    define(name, async (...args) => received(askNode('subtle', name, ...args.map(sent))), subtle)

  const crypto = {}
  define('subtle', Object.freeze(subtle), crypto)
  define('randomUUID', () => askNode('uuid'), crypto)
  define(
    'getRandomValues',
    (view) => {
      if (!ArrayBuffer.isView(view) || view instanceof DataView || /Float/.test(view.constructor.name))
        throw new DOMException('an array of integers is expected', 'TypeMismatchError')
      if (view.byteLength > maxRandom)
        throw new DOMException(`more than ${maxRandom} bytes are requested`, 'QuotaExceededError')
      toBytes(view).set(fromBase64(askNode('random', view.byteLength)))
      return view
    },
    crypto,
  )
  return { crypto: Object.freeze(crypto) }
}
