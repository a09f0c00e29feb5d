// Evaluated before the prelude: the calls of `device` that find elements, and the methods of elements.
;(ask, leftMs) => {
  const { stringify, parse } = JSON
  // Regular expressions are no JSON.
  const plain = (_key, value) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value
  const call = (name, ...args) => parse(ask(name, stringify(args, plain)))
  // No wait of the agent is longer than withTimeout() allows.
  const within = (options, longest) => {
    const left = leftMs()
    return left === Infinity
      ? options
      : { ...options, timeout: Math.max(0, Math.min(options?.timeout ?? longest, left)) }
  }
  const defaultMs = 10_000

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
      call('device.tap', this.centre.x, this.centre.y, options)
    },
    longTap(ms = 800) {
      originOf(this)
      call('device.longTap', this.centre.x, this.centre.y, ms)
    },
    setText(words) {
      originOf(this)
      call('element.setText', { centre: this.centre, text: this.text }, words)
      this.text = words
    },
    children() {
      return all(call('element.children', originOf(this)))
    },
    parent() {
      return orNull(call('element.parent', originOf(this)))
    },
  })

  return {
    find: (selector, options) => orNull(call('device.find', selector, within(options, 0))),
    findAll: (selector, options) => all(call('device.findAll', selector, options)),
    exists: (selector, options) => call('device.exists', selector, options),
    waitFor: (selector, options) => toElement(call('device.waitFor', selector, within(options, defaultMs))),
    waitGone: (selector, options) => void call('device.waitGone', selector, within(options, defaultMs)),
    scrollTo: (selector, options) => toElement(call('device.scrollTo', selector, options)),
    tapOn: (selector, options) => toElement(call('device.tapOn', selector, within(options, defaultMs))),
    tree: (options) => all(call('device.tree', options)),
  }
}
