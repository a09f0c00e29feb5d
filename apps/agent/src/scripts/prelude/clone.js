// structuredClone
;({ DOMException }) => {
  const errors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, Error }
  const refuse = (value) => {
    throw new DOMException(`${String(value).slice(0, 100)} could not be cloned`, 'DataCloneError')
  }

  const again = (value, remember) => remember(new value.constructor(value.valueOf()))
  /** How each class is copied; remember registers the copy before its contents are copied. */
  const kinds = [
    ...[Date, Boolean, Number, String].map((Class) => [Class, again]),
    [RegExp, ({ source, flags }, remember) => remember(new RegExp(source, flags))],
    [ArrayBuffer, (value, remember) => remember(value.slice(0))],
    [
      Map,
      (value, remember, copy) => {
        const made = remember(new Map())
        for (const [key, one] of value) made.set(copy(key), copy(one))
      },
    ],
    [
      Set,
      (value, remember, copy) => {
        const made = remember(new Set())
        for (const one of value) made.add(copy(one))
      },
    ],
    [
      Error,
      (value, remember, copy) => {
        const made = remember(new (errors[value.name] ?? Error)(value.message))
        if ('cause' in value) made.cause = copy(value.cause)
        Object.defineProperty(made, 'stack', { value: value.stack, writable: true, configurable: true })
      },
    ],
    ...[Promise, WeakMap, WeakSet, WeakRef].map((Class) => [Class, () => refuse(Class.name)]),
  ]
  const view = (value, remember, copy) =>
    remember(new value.constructor(copy(value.buffer), value.byteOffset, value.length ?? value.byteLength))
  const object = (value, remember, copy) => {
    const made = remember(Array.isArray(value) ? new Array(value.length) : {})
    for (const key of Object.keys(value)) made[key] = copy(value[key])
  }

  const makerOf = (value) => {
    const [, make] = kinds.find(([Class]) => value instanceof Class) ?? []
    return make ?? (ArrayBuffer.isView(value) ? view : object)
  }

  const structuredClone = (root) => {
    const seen = new Map()
    const copy = (value) => {
      if (typeof value === 'function' || typeof value === 'symbol') refuse(value)
      if (typeof value !== 'object' || value === null) return value
      const remember = (made) => {
        seen.set(value, made)
        return made
      }
      if (!seen.has(value)) makerOf(value)(value, remember, copy)
      return seen.get(value)
    }
    return copy(root)
  }
  return { structuredClone }
}
