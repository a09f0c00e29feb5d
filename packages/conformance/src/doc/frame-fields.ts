import { z } from 'zod'

type Json = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  additionalProperties?: Json | boolean
  required?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  default?: unknown
}

/** Farther limits are those of the format of numbers and times. */
const safe = 8.64e15
const shown = (value: number) => value.toLocaleString('en')

/** "1 to 5", "from 1", "up to 5". */
function range(least: number | undefined, most: number | undefined, unit = ''): string {
  const low = least === undefined || least <= -safe ? undefined : shown(least)
  const high = most === undefined || most >= safe ? undefined : shown(most)
  if (low !== undefined && high !== undefined) return ` ${low} to ${high}${unit}`
  if (low !== undefined) return ` from ${low}${unit}`
  return high === undefined ? '' : ` up to ${high}${unit}`
}

function describe(schema: Json): string {
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(describe))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => describe({ ...schema, type })).join(' or ')
  switch (schema.type) {
    case 'string':
      return `text${range(schema.minLength || undefined, schema.maxLength, ' characters')}`
    case 'integer':
      return `whole number${range(schema.minimum, schema.maximum)}`
    case 'number':
      return `number${range(schema.minimum, schema.maximum)}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'array':
      return `list${range(undefined, schema.maxItems)} of ${describe(schema.items ?? {})}`
    case 'object':
      return describeObject(schema)
    default:
      return 'any'
  }
}

function describeObject({ properties, additionalProperties, required = [] }: Json): string {
  if (!properties)
    return `object of ${describe(typeof additionalProperties === 'object' ? additionalProperties : {})}`
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${describe(schema)}`,
  )
  return `{ ${fields.join('; ')} }`
}

export interface Field {
  name: string
  isOptional: boolean
  type: string
}

/** The fields of a message as its sender writes them, in the order of the contract. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return Object.entries(json.properties ?? {})
    .filter(([name]) => name !== 'action')
    .map(([name, field]) => ({
      name,
      isOptional: !json.required?.includes(name),
      type: describe(field) + (field.default === undefined ? '' : ` (${JSON.stringify(field.default)})`),
    }))
}

/** A table of the fields of several messages, by their names. */
export function fieldTable(messages: readonly (readonly [name: string, schema: z.ZodType])[]): string {
  const rows = messages.flatMap(([name, schema]) => {
    const fields = fieldsOf(schema)
    if (!fields.length) return [`| \`${name}\` | | none |`]
    return fields.map(
      (field, place) =>
        `| ${place ? '' : `\`${name}\``} | \`${field.name}\`${field.isOptional ? '?' : ''} | ${field.type} |`,
    )
  })
  return ['| message | field | type and range |', '|---|---|---|', ...rows].join('\n')
}
