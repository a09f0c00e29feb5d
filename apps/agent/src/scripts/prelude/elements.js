// Evaluated before the prelude: the calls of `device` that find elements, and the methods of elements.
;(ask, leftMs) => {
  const { stringify, parse } = JSON
  // Regular expressions are no JSON.
  const plain = (_key, value) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value
  const call = (name, ...args) => parse(ask(`device.${name}`, stringify(args, plain)))
  // No wait of the agent is longer than withTimeout() allows.
  const within = (options, longest) => ({
    ...options,
    timeout: Math.max(0, Math.min(options?.timeout ?? longest, leftMs())),
  })
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
    tap(options = {}) {
      originOf(this)
      call('tap', this.centre.x, this.centre.y, options)
    },
    longTap(ms = 800) {
      originOf(this)
      call('longTap', this.centre.x, this.centre.y, ms)
    },
    setText(words) {
      originOf(this)
      call('setElementText', { centre: this.centre, text: this.text }, words)
      this.text = words
    },
    children() {
      return all(call('elementChildren', originOf(this)))
    },
    parent() {
      return orNull(call('elementParent', originOf(this)))
    },
  })

  return {
    find: (selector, options) => orNull(call('find', selector, within(options, 0))),
    findAll: (selector, options = {}) => all(call('findAll', selector, options)),
    exists: (selector, options = {}) => call('exists', selector, options),
    waitFor: (selector, options) => toElement(call('waitFor', selector, within(options, defaultMs))),
    waitGone: (selector, options) => void call('waitGone', selector, within(options, defaultMs)),
    scrollTo: (selector, options = {}) => toElement(call('scrollTo', selector, options)),
    tapOn: (selector, options) => toElement(call('tapOn', selector, within(options, defaultMs))),
    tree: (options = {}) => all(call('tree', options)),
  }
}
