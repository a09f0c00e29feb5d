// URL, by the one of Node, and URLSearchParams.
;({ askNode }) => {
  const pair = (text) => {
    const at = text.indexOf('=')
    return (at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]).map(decode)
  }
  const decode = (text) => {
    const spaced = text.replaceAll('+', ' ')
    try {
      return decodeURIComponent(spaced)
    } catch {
      return askNode('query', text)
    }
  }
  const encode = (text) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+')
  const parse = (query) => query.replace(/^\?/, '').split('&').filter(Boolean).map(pair)
  const toPairs = (init) => {
    if (init === undefined || init === null) return []
    if (typeof init !== 'object') return parse(String(init))
    const given = Symbol.iterator in init ? [...init] : Object.entries(init)
    return given.map((entry) => {
      const [name, value, ...more] = entry
      if (value === undefined || more.length > 0) throw new TypeError('each pair has a name and a value')
      return [String(name), String(value)]
    })
  }

  class URLSearchParams {
    #pairs
    #changed = () => undefined
    constructor(init, link) {
      this.#pairs = toPairs(init)
      if (link?.secret !== secret) return
      this.#changed = link.changed
      link.update = (query) => {
        this.#pairs = parse(query)
      }
    }
    #set(pairs) {
      this.#pairs = pairs
      this.#changed(this.toString())
    }
    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#set([...this.#pairs, [String(name), String(value)]])
    }
    delete(name, value) {
      const isMeant = ([key, one]) => key === String(name) && (value === undefined || one === String(value))
      this.#set(this.#pairs.filter((one) => !isMeant(one)))
    }
    get(name) {
      return this.#pairs.find(([key]) => key === String(name))?.[1] ?? null
    }
    getAll(name) {
      return this.#pairs.filter(([key]) => key === String(name)).map(([, value]) => value)
    }
    has(name, value) {
      return this.getAll(name).some((one) => value === undefined || one === String(value))
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([key]) => key === String(name))
      if (at < 0) return this.append(name, value)
      this.#set([
        ...this.#pairs.slice(0, at),
        [String(name), String(value)],
        ...this.#pairs.slice(at + 1).filter(([key]) => key !== String(name)),
      ])
    }
    sort() {
      this.#set(this.#pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
    }
    forEach(act, self) {
      for (const [name, value] of this.#pairs) act.call(self, value, name, this)
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value]
    }
    *keys() {
      for (const [name] of this.#pairs) yield name
    }
    *values() {
      for (const [, value] of this.#pairs) yield value
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    get [Symbol.toStringTag]() {
      return 'URLSearchParams'
    }
  }
  const secret = Symbol('of a URL')

  const parts = 'href protocol username password host hostname port pathname search hash'.split(' ')
  const facts = new WeakMap()
  /** To the parameters of each URL. */
  const links = new WeakMap()
  class URL {
    #params
    constructor(url, base) {
      facts.set(this, askNode('url', String(url), base === undefined ? null : String(base)))
    }
    static canParse(url, base) {
      return URL.parse(url, base) !== null
    }
    static parse(url, base) {
      try {
        return new URL(url, base)
      } catch {
        return null
      }
    }
    get origin() {
      return facts.get(this).origin
    }
    get searchParams() {
      if (!this.#params) {
        const changed = (query) => facts.set(this, askNode('url', this.href, null, 'search', query))
        const link = { secret, changed }
        this.#params = new URLSearchParams(this.search, link)
        links.set(this, link)
      }
      return this.#params
    }
    toString() {
      return this.href
    }
    toJSON() {
      return this.href
    }
    get [Symbol.toStringTag]() {
      return 'URL'
    }
  }
  for (const name of parts)
    Object.defineProperty(URL.prototype, name, {
      get() {
        return facts.get(this)[name]
      },
      set(value) {
        facts.set(this, askNode('url', this.href, null, name, String(value)))
        links.get(this)?.update(this.search)
      },
      enumerable: true,
      configurable: true,
    })
  return { URL, URLSearchParams }
}
