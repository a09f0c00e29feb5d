// Evaluated before the prelude: the calls of `device` that find elements or wait, and the methods of elements. Tests of scripts
// use it outside the sandbox. `ask` gives its answer to `as`, and returns what that makes of it, or a promise of it.
// `plain` is arguments.js.
;(ask, leftMs, plain) => {
  const { stringify } = JSON
  const call = (as, name, ...args) => ask(name, stringify(args, plain), as)
  const nothing = () => undefined
  // No wait of the agent is longer than withTimeout() allows.
  const within = (options = {}, longest) => {
    const left = leftMs()
    if (left === Infinity || typeof options !== 'object') return options
    const timeout = options?.timeout ?? longest
    // What is no time is for the agent to refuse.
    return timeout >= 0 && typeof timeout === 'number'
      ? { ...options, timeout: Math.max(0, Math.min(timeout, left)) }
      : options
  }
  const defaultMs = 10_000
  const longestMs = 600_000

  // By which look an element was found, for its children and its parent.
  const origins = new WeakMap()
  const originOf = (element) => {
    const origin = origins.get(element)
    if (!origin) throw new TypeError('this is no element of the screen')
    return origin
  }
  const toElement = ({ look, place, ...data } = {}) => {
    const element = Object.assign(Object.create(methods), data)
    origins.set(element, { look, place })
    return element
  }
  const orNull = (data) => (data ? toElement(data) : null)
  const all = (list) => list.map(toElement)

  const methods = Object.freeze({
    tap(options) {
      originOf(this)
      return call(nothing, 'device.tap', this.centre.x, this.centre.y, options)
    },
    longTap(ms, options) {
      originOf(this)
      return call(nothing, 'device.longTap', this.centre.x, this.centre.y, ms, options)
    },
    setText(words) {
      originOf(this)
      const keep = () => {
        this.text = words
      }
      return call(keep, 'element.setText', { centre: this.centre, text: this.text }, words)
    },
    children() {
      return call(all, 'element.children', originOf(this))
    },
    parent() {
      return call(orNull, 'element.parent', originOf(this))
    },
  })

  return {
    find: (selector, options) => call(orNull, 'device.find', selector, within(options, 0)),
    findAll: (selector, options) => call(all, 'device.findAll', selector, options),
    exists: (selector, options) => call(Boolean, 'device.exists', selector, options),
    waitFor: (selector, options) => call(toElement, 'device.waitFor', selector, within(options, defaultMs)),
    waitGone: (selector, options) => call(nothing, 'device.waitGone', selector, within(options, defaultMs)),
    scrollTo: (selector, options) => call(toElement, 'device.scrollTo', selector, within(options, longestMs)),
    tapOn: (selector, options) => call(toElement, 'device.tapOn', selector, within(options, defaultMs)),
    waitForChange: (options) => call(Boolean, 'device.waitForChange', within(options, defaultMs)),
    waitForStill: (options) => call(Boolean, 'device.waitForStill', within(options, defaultMs)),
    tree: (options) => call(all, 'device.tree', options),
  }
}
