import { z } from 'zod'

/** The check of a value that may be missing. */
function unwrap(schema: z.core.SomeType | undefined): z.core.SomeType | undefined {
  const mayMiss =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return mayMiss ? unwrap(schema.unwrap()) : schema
}

/** The maximum length of a text. */
export function textLimit(schema: z.core.SomeType | undefined): number | undefined {
  const checked = unwrap(schema)
  return checked instanceof z.ZodString ? (checked.maxLength ?? undefined) : undefined
}

/** The least and the greatest of a number. */
export function numberLimits(schema: z.core.SomeType | undefined): { min?: number; max?: number } {
  const checked = unwrap(schema)
  if (!(checked instanceof z.ZodNumber)) return {}
  const { minValue: min, maxValue: max } = checked
  return { ...(min !== null && { min }), ...(max !== null && { max }) }
}
