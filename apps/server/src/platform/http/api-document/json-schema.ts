/** A JSON schema as OpenAPI 3.1 and AsyncAPI 3 use it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  /** `{}` where zod allows no value. */
  not?: JsonSchema
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

export type Schemas = Record<string, JsonSchema>

const refStart = '#/components/schemas/'
export const refTo = (name: string): JsonSchema => ({ $ref: refStart + name })
export const uriOf = (name: string) => refStart + name
/** The name that a reference leads to. */
export const refName = ({ $ref }: JsonSchema) => $ref?.slice(refStart.length)

const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const singles = ['items', 'additionalProperties', 'propertyNames'] as const

/** The schemas directly within a schema. */
function innerSchemas(schema: JsonSchema): JsonSchema[] {
  const single = singles.map((name) => schema[name]).filter((inner) => typeof inner === 'object')
  return [
    ...Object.values(schema.properties ?? {}),
    ...lists.flatMap((name) => schema[name] ?? []),
    ...single,
  ]
}

/** The schema after `change`, which is given every schema within it, the innermost first. */
export function mapSchema(
  schema: JsonSchema,
  change: (schema: JsonSchema, name?: string) => JsonSchema,
  name?: string,
): JsonSchema {
  const { properties } = schema
  const mapped: JsonSchema = { ...schema }
  if (properties)
    mapped.properties = Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => [key, mapSchema(inner, change, key)]),
    )
  for (const key of lists) {
    const inner = schema[key]
    if (inner) mapped[key] = inner.map((each) => mapSchema(each, change))
  }
  for (const key of singles) {
    const inner = schema[key]
    if (typeof inner === 'object') Object.assign(mapped, { [key]: mapSchema(inner, change) })
  }
  return change(mapped, name)
}

/** Names that these schemas refer to, directly or through others. */
export function reachable(named: Schemas, from: JsonSchema[]): Set<string> {
  const found = new Set<string>()
  const visit = (schema: JsonSchema): void => {
    const name = refName(schema)
    if (name && !found.has(name)) {
      found.add(name)
      visit(named[name] ?? {})
    }
    innerSchemas(schema).forEach(visit)
  }
  from.forEach(visit)
  return found
}
