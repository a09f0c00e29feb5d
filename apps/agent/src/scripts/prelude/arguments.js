// Evaluated before the prelude: how arguments of calls are written as JSON, for its stringify().
;(() => {
  const { isFinite: isNumber } = Number
  // JSON would turn these into null, or leave them out, like arguments that are missing. No call accepts this instead.
  const refused = [[]]
  return (_key, value) => {
    if (value instanceof RegExp) return { source: value.source, flags: value.flags }
    const type = typeof value
    const isValue = type === 'number' ? isNumber(value) : !['bigint', 'function', 'symbol'].includes(type)
    return isValue ? value : refused
  }
})()
