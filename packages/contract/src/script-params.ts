import { z } from 'zod'

/** 1 a text, 2 one of the options, 3 any of the options; phones of the original send '' for 1. */
export const paramTypes = { text: 1, choice: 2, choices: 3 } as const

export const ParamValue = z.union([z.string().max(5000), z.array(z.string().max(500)).max(200)])
export type ParamValue = z.output<typeof ParamValue>

const paramKey = z.string().trim().min(1, 'param.keyRequired').max(64, 'param.keyLength')

/** The parameters of a script's runs, by key: templates of scripts, and values of tasks. */
export const ScriptParam = z.strictObject({
  key: paramKey,
  /** The form's label; the key when empty. */
  label: z.string().trim().max(50).default(''),
  type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Only for the two kinds with options. */
  options: z.array(z.string().trim().min(1).max(500)).max(200).default([]),
  value: ParamValue.default(''),
})
export type ScriptParam = z.output<typeof ScriptParam>

/** The text key of a value's error, if any. */
export function wrongValue({ type, options }: Pick<ScriptParam, 'type' | 'options'>, value: ParamValue) {
  if (type === paramTypes.choices) {
    const chosen = typeof value === 'string' ? (value === '' ? [] : [value]) : value
    return chosen.every((one) => options.includes(one)) ? undefined : ('param.notAnOption' as const)
  }
  if (typeof value !== 'string') return 'param.oneValue' as const
  if (type === paramTypes.choice && value !== '' && !options.includes(value))
    return 'param.notAnOption' as const
  return undefined
}

/** A list of them: keys are unique, kinds with options have some, and values are among them. */
export const ScriptParams = z
  .array(ScriptParam)
  .max(200)
  .superRefine((params, context) => {
    const keys = new Set<string>()
    for (const [place, param] of params.entries()) {
      const refuse = (field: keyof ScriptParam, message: string) =>
        context.addIssue({ code: 'custom', path: [place, field], message })
      if (keys.has(param.key)) refuse('key', 'param.keyTwice')
      keys.add(param.key)
      const chooses = param.type !== paramTypes.text
      const wrong = wrongValue(param, param.value)
      if (chooses && param.options.length === 0) refuse('options', 'param.optionsRequired')
      else if (wrong) refuse('value', wrong)
    }
  })

/** Values by key. */
export const ParamValues = z.record(paramKey, ParamValue)
export type ParamValues = z.output<typeof ParamValues>
