/** The part of an OpenAPI 3.1 document that the page uses. */
export interface Schema {
  $ref?: string
  description?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
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
export type Schemas = Record<string, Schema>
export interface Parameter {
  name: string
  in: 'query' | 'path'
  description?: string
  required?: boolean
  /** Of a required one. */
  example?: unknown
  schema: Schema
}
export interface Operation {
  operationId: string
  tags?: string[]
  summary?: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
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
  components: { schemas: Schemas }
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
  [call.id, call.operationId, call.summary, call['x-permission'], title].some((text) =>
    text?.toLowerCase().includes(wanted),
  )

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
export const bodyExample = ({ requestBody }: Operation) => requestBody?.content[json]?.example
/** Whether a file is sent. */
export const isUpload = ({ requestBody }: Operation) =>
  requestBody?.content['multipart/form-data'] !== undefined
/** Whether the answer is a file, or otherwise without the envelope. */
export const isBare = (operation: Operation) => answerSchema(operation) === undefined
/** The schema of `data` in the envelope; a refusal is the other possible answer. */
export const answerSchema = ({ responses }: Operation) =>
  responses?.['200']?.content?.[json]?.schema.oneOf?.[0]?.properties?.data

const refName = ({ $ref }: Schema) => $ref?.split('/').at(-1)

/** The values to choose from; undefined if there are others. */
export function choicesOf(schema: Schema, schemas: Schemas): string[] | undefined {
  const name = refName(schema)
  if (name) return choicesOf(schemas[name] ?? {}, schemas)
  if (schema.type === 'boolean') return ['true', 'false']
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (values) return values.map(String)
  const parts = (schema.anyOf ?? schema.oneOf)?.map((part) => choicesOf(part, schemas))
  return parts?.every((part) => part !== undefined) ? [...new Set(parts.flat())] : undefined
}

export interface FieldRow {
  key: string
  name: string
  type: string
  required: boolean
  limits: string
  description: string
}

function typeText(schema: Schema): string {
  const name = refName(schema)
  if (name) return name
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeText))].join(' | ')
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
export function fieldRows(schema: Schema | undefined, schemas: Schemas, above = '', depth = 0): FieldRow[] {
  if (!schema || depth > maxDepth) return []
  const name = refName(schema)
  if (name) return fieldRows(schemas[name], schemas, above, depth)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fieldRows(choices.find(hasFields), schemas, above, depth)
  if (schema.items) return fieldRows(schema.items, schemas, `${above}[]`, depth)
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const key = above ? `${above}.${field}` : field
    const required = schema.required?.includes(field) ?? false
    return [rowOf(key, inner, required), ...fieldRows(inner, schemas, key, depth + 1)]
  })
}

const rowOf = (key: string, schema: Schema, required: boolean): FieldRow => ({
  key,
  name: key,
  type: typeText(schema),
  required,
  limits: limitsText(schema),
  description: schema.description ?? '',
})

export const parameterRows = ({ parameters }: Operation): FieldRow[] =>
  parameters.map(({ name, required = false, schema, description = '' }) => ({
    ...rowOf(name, schema, required),
    description,
  }))

const hasFields = ({ $ref, properties, items }: Schema) => ($ref ?? properties ?? items) !== undefined
