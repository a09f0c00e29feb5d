import { type ParamValue, paramTypes, type ScriptParam } from '@fleetdeck/contract/script-params'
import { wrongUse } from './failure.ts'

/** Values of `--param KEY=VALUE`; a key that is given several times has a list. */
export function readParams(words: readonly string[]): Map<string, ParamValue> {
  const values = new Map<string, ParamValue>()
  for (const word of words) {
    const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? []
    if (key === undefined) throw wrongUse(`--param must be KEY=VALUE, but it is “${word}”`)
    const before = values.get(key)
    values.set(key, before === undefined ? value : [before, value].flat())
  }
  return values
}

/** The parameters of a script with other values; unknown keys become texts. */
export function withValues(params: readonly ScriptParam[], values: Map<string, ParamValue>): ScriptParam[] {
  const known = params.map((param) => {
    const value = values.get(param.key)
    if (value === undefined) return param
    const isList = param.type === paramTypes.choices
    return { ...param, value: isList ? [value].flat() : value }
  })
  const others = [...values].filter(([key]) => !params.some((param) => param.key === key))
  return [
    ...known,
    ...others.map(([key, value]) => {
      const isList = Array.isArray(value)
      const type = isList ? paramTypes.choices : paramTypes.text
      return { key, label: '', type, options: isList ? [...new Set(value)] : [], value }
    }),
  ]
}
