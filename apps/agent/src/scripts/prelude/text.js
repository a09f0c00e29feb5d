// TextEncoder, TextDecoder, atob and btoa, by those of Node.
;({ askNode, toBytes, toBase64, fromBase64 }) => {
  const atob = (text) => askNode('atob', String(text))
  const btoa = (text) => askNode('btoa', String(text))

  class TextEncoder {
    get encoding() {
      return 'utf-8'
    }
    encode(text = '') {
      return fromBase64(askNode('encode', String(text)).bytes)
    }
    encodeInto(text, target) {
      const { read, written, bytes } = askNode('encode', String(text), target.length)
      target.set(fromBase64(bytes))
      return { read, written }
    }
  }

  /** Number of bytes at the end that are the start of a character of UTF-8. */
  const incomplete = (bytes) => {
    for (let n = 1; n <= Math.min(3, bytes.length); n++) {
      const byte = bytes.at(-n)
      if (byte < 0x80) return 0
      if (byte >= 0xc0) return [0xc0, 0xe0, 0xf0].filter((first) => byte >= first).length >= n ? n : 0
    }
    return 0
  }

  class TextDecoder {
    #facts
    #left = new Uint8Array(0)
    #isStarted = false
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      const options = { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) }
      this.#facts = askNode('decode', String(label), options, null)
    }
    get encoding() {
      return this.#facts.encoding
    }
    get fatal() {
      return this.#facts.fatal
    }
    get ignoreBOM() {
      return this.#facts.ignoreBOM
    }
    decode(source = new Uint8Array(0), { stream = false } = {}) {
      const { encoding, fatal, ignoreBOM } = this.#facts
      const given = toBytes(source)
      const bytes = new Uint8Array(this.#left.length + given.length)
      bytes.set(this.#left)
      bytes.set(given, this.#left.length)
      // The state of other encodings is not known here: their text comes with the last bytes.
      const later = stream ? (encoding === 'utf-8' ? incomplete(bytes) : bytes.length) : 0
      const now = bytes.subarray(0, bytes.length - later)
      this.#left = bytes.slice(now.length)
      const options = { fatal, ignoreBOM: ignoreBOM || this.#isStarted }
      this.#isStarted = stream && (this.#isStarted || now.length > 0)
      return now.length > 0 ? askNode('decode', encoding, options, toBase64(now)) : ''
    }
  }
  return { TextEncoder, TextDecoder, atob, btoa }
}
