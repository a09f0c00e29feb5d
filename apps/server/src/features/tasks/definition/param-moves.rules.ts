import type { ScriptParam } from '@fleetdeck/contract/script-params'

/** Removed parameters of a task whose values of devices are stored. */
const maxRemoved = 50

interface Before {
  params: ScriptParam[]
  removedParams: ScriptParam[]
}

/** Keys of the parameters that a task no longer has. */
export const removedKeys = (before: Pick<Before, 'params'>, after: Pick<Before, 'params'>): string[] =>
  before.params.map(({ key }) => key).filter((key) => !after.params.some((param) => param.key === key))

/** Whether every value of a removed parameter is one of an added parameter. */
const fits = (removed: ScriptParam, added: ScriptParam | undefined) =>
  removed.type === added?.type && removed.options.every((option) => added.options.includes(option))

/** What becomes of the values that single phones have for parameters. */
export function paramMoves({ params, removedParams }: Before, after: ScriptParam[], keepsValues: boolean) {
  const present = new Map(after.map((param) => [param.key, param]))
  const removed = params.filter(({ key }) => !present.has(key))
  const waiting = removedParams.filter(({ key }) => !present.has(key))
  const kept = [...waiting, ...(keepsValues ? removed : [])].slice(-maxRemoved)
  const keysOf = (some: ScriptParam[]) => some.map(({ key }) => key)
  return {
    removed: keysOf(removed),
    /** The newest removed parameters whose values are stored. */
    kept,
    stored: keysOf(removed.filter((param) => kept.includes(param))),
    /** Their stored values apply again. */
    returned: keysOf(removedParams.filter((param) => fits(param, present.get(param.key)))),
    /** Their stored values end: they apply again, do not fit, or too many others were removed later. */
    ended: keysOf(removedParams.filter((param) => !kept.includes(param))),
  }
}
