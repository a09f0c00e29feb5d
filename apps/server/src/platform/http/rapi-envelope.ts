import type { z } from 'zod'
import { AppError } from '../core/app-error.ts'
import { isTooDeep } from './check-input.ts'

/** The object in a phone's envelope: base64, possibly with line breaks, of JSON that passes the schema. */
export function opened<Schema extends z.ZodType>(data: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(decoded(data))
  if (parsed.success) return parsed.data
  throw new AppError('invalidInput', { field: parsed.error.issues[0]?.path.join('.') || 'data' })
}

function decoded(data: string): object {
  const packed = data.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) throw new AppError('malformedBase64')
  try {
    const value: unknown = JSON.parse(Buffer.from(packed, 'base64').toString('utf8'))
    if (typeof value === 'object' && value && !isTooDeep(value)) return value
  } catch {
    // Falls through: invalid or very deep JSON is refused like a value that is not an object.
  }
  throw new AppError('malformedBase64')
}

/** The response data. */
export const sealed = (value: object | null): string => Buffer.from(JSON.stringify(value)).toString('base64')
