// Intl, by the one of Node. An object here is the arguments of its constructor; Node keeps those that were used last.
;({ askNode, define }) => {
  const sent = (value) => {
    if (typeof value === 'bigint') return { bigint: String(value) }
    if (value instanceof Date) return sent(value.getTime())
    if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
    return value
  }
  const listOf = (locales) => (typeof locales === 'string' ? [locales] : locales)

  const kinds = {
    DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
    NumberFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
    PluralRules: ['select', 'selectRange'],
    RelativeTimeFormat: ['format', 'formatToParts'],
    ListFormat: ['format', 'formatToParts'],
    Collator: ['compare'],
    Segmenter: [],
    DisplayNames: ['of'],
  }
  /** Bound to their object, as the standard has them. */
  const bound = new Set(['DateTimeFormat.format', 'NumberFormat.format', 'Collator.compare'])
  const callable = new Set(['DateTimeFormat', 'NumberFormat', 'Collator'])
  const prepared = {
    DateTimeFormat: (args) => args.map((value) => sent(value === undefined ? Date.now() : value)),
    ListFormat: (args) => args.map((list) => [...list]),
  }

  const intl = {}
  for (const [kind, methods] of Object.entries(kinds)) {
    const facts = new WeakMap()
    const ask = (self, method, args) => {
      const made = facts.get(self)
      if (!made) throw new TypeError(`not an Intl.${kind}`)
      return askNode(
        'intl',
        kind,
        made.locales,
        made.options,
        method,
        ...(prepared[kind]?.(args) ?? args.map(sent)),
      )
    }
    const Class = function (locales, options) {
      if (!new.target && !callable.has(kind)) throw new TypeError(`Intl.${kind} requires new`)
      const self = new.target ? this : Object.create(Class.prototype)
      facts.set(self, { locales: listOf(locales), options: options === undefined ? {} : { ...options } })
      // Wrong arguments are errors here.
      const resolved = ask(self, 'resolvedOptions', [])
      facts.get(self).resolved = resolved
      return self
    }
    define('name', kind, Class)
    define(
      'resolvedOptions',
      function () {
        return { ...facts.get(this).resolved }
      },
      Class.prototype,
    )
    for (const method of methods) {
      if (bound.has(`${kind}.${method}`))
        Object.defineProperty(Class.prototype, method, {
          get() {
            return (...args) => ask(this, method, args)
          },
          configurable: true,
        })
      else
        define(
          method,
          function (...args) {
            return ask(this, method, args)
          },
          Class.prototype,
        )
    }
    if (kind === 'Segmenter')
      define(
        'segment',
        function (text) {
          const input = String(text)
          const parts = ask(this, 'segment', [input]).map((part) => ({ ...part, input }))
          return {
            [Symbol.iterator]: () => parts.values(),
            containing: (at = 0) =>
              parts.find(({ index, segment }) => at >= index && at < index + segment.length),
          }
        },
        Class.prototype,
      )
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: `Intl.${kind}`, configurable: true })
    define('supportedLocalesOf', (...args) => askNode('locales', 'supported', kind, ...args), Class)
    define(kind, Class, intl)
  }
  define('getCanonicalLocales', (locales) => askNode('locales', 'canonical', '', listOf(locales)), intl)
  define('supportedValuesOf', (key) => askNode('locales', 'values', key), intl)
  Object.defineProperty(intl, Symbol.toStringTag, { value: 'Intl', configurable: true })

  const day = { year: 'numeric', month: 'numeric', day: 'numeric' }
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric' }
  const has = (options, names) => names.some((name) => options[name] !== undefined)
  const dayNames = ['weekday', 'year', 'month', 'day', 'dateStyle']
  const clockNames = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeStyle']
  const { DateTimeFormat, NumberFormat, Collator } = intl
  const date = (self, locales, options) => {
    if (Number.isNaN(self.getTime())) return 'Invalid Date'
    return new DateTimeFormat(locales, options).format(self)
  }
  /** Of the last comparison: sorts repeat it. */
  let collator = {}
  const localized = {
    dateTime(locales, options = {}) {
      const isGiven = has(options, [...dayNames, ...clockNames])
      return date(this, locales, isGiven ? options : { ...day, ...clock, ...options })
    },
    date(locales, options = {}) {
      return date(this, locales, has(options, dayNames) ? options : { ...day, ...options })
    },
    time(locales, options = {}) {
      return date(this, locales, has(options, clockNames) ? options : { ...clock, ...options })
    },
    number(locales, options) {
      return new NumberFormat(locales, options).format(this.valueOf())
    },
    compare(that, locales, options) {
      const key = JSON.stringify([locales, options])
      if (collator.key !== key) collator = { key, compare: new Collator(locales, options).compare }
      return collator.compare(String(this), String(that))
    },
    list(locales, options) {
      return Array.from(this, (one) => one?.toLocaleString(locales, options) ?? '').join(',')
    },
  }
  return { Intl: intl, localized }
}
