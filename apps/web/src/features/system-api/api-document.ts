/** The part of an OpenAPI 3.1 document that the page uses. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}
export interface Operation {
  tags?: string[]
  summary?: string
  parameters?: { name: string; in: 'query' | 'path'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
  'x-permission'?: string
  'x-changes'?: boolean
  'x-by-token'?: boolean
  /** Users have to prove who they are first, see Endpoint.proof. */
  'x-proof'?: boolean
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; 'x-displayName': string }[]
}

export interface ApiCall extends Operation {
  /** Method and path, which are unique together. */
  id: string
  method: string
  path: string
}
export interface CallGroup {
  title: string
  calls: ApiCall[]
}

const contains = (call: ApiCall, title: string, wanted: string) =>
  [call.id, call.summary, call['x-permission'], title].some((text) => text?.toLowerCase().includes(wanted))

/** Calls by group; only those that match the search. */
export function groupCalls({ paths, tags }: ApiDocument, search: string): CallGroup[] {
  const wanted = search.trim().toLowerCase()
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const name = method.toUpperCase()
      return { ...operation, method: name, path, id: `${name} ${path}` }
    }),
  )
  return tags
    .map(({ name, 'x-displayName': title }) => ({
      title,
      calls: calls.filter((call) => call.tags?.[0] === name && contains(call, title, wanted)),
    }))
    .filter((group) => group.calls.length > 0)
}

const json = 'application/json'
export const bodySchema = ({ requestBody }: Operation) => requestBody?.content[json]?.schema
/** The schema of `data` in the envelope. */
export const answerSchema = ({ responses }: Operation) =>
  responses?.['200']?.content?.[json]?.schema.properties?.data

export interface FieldRow {
  key: string
  name: string
  type: string
  required: boolean
  limits: string
}

export function typeText(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' | ')
  if (schema.type === 'array') return `${schema.items ? typeText(schema.items) : 'any'}[]`
  return [schema.type ?? 'any'].flat().join(' | ')
}

function limitsText(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, maxItems, format, pattern } = schema
  const shown = Object.entries({ minLength, maxLength, minimum, maximum, maxItems, format, pattern })
    .filter(([, value]) => value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
    .map(([name, value]) => `${name} ${value}`)
  if (schema.default !== undefined) shown.push(`= ${JSON.stringify(schema.default)}`)
  return shown.join(', ')
}

const maxDepth = 4

/** The fields of a schema; nested ones are joined by dots. */
export function fieldRows(schema: Schema | undefined, above = '', depth = 0): FieldRow[] {
  if (!schema || depth > maxDepth) return []
  if (schema.anyOf) return fieldRows(schema.anyOf.find(hasFields), above, depth)
  if (schema.items) return fieldRows(schema.items, `${above}[]`, depth)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const key = above ? `${above}.${name}` : name
    const required = schema.required?.includes(name) ?? false
    const row = { key, name: key, type: typeText(field), required, limits: limitsText(field) }
    return [row, ...fieldRows(field, key, depth + 1)]
  })
}

const hasFields = ({ properties, items }: Schema) => properties !== undefined || items !== undefined

/** An example value with all required fields. */
export function buildExample(schema: Schema | undefined, depth = 0): unknown {
  if (!schema || depth > maxDepth) return null
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return buildExample(schema.anyOf[0], depth)
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(wanted.map(([name, field]) => [name, buildExample(field, depth + 1)]))
  }
  const [type] = [schema.type ?? 'null'].flat()
  if (type === 'array') return []
  if (type === 'string') return ''
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? Math.max(1, schema.minimum ?? 1) : null
}
