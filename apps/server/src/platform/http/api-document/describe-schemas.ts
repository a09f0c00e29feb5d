import { time, timeInput } from '@fleetdeck/contract/endpoint'
import { z } from 'zod'
import { type JsonSchema, mapSchema, reachable, refName, refTo, type Schemas, uriOf } from './json-schema.ts'

/** Schemas of calls and messages by a name of their own: `sent` as they are sent, `received` as they arrive. */
export interface Parts {
  sent: ReadonlyMap<string, z.ZodType>
  /** Sent as single parameters: objects that are shown in place. */
  parameters: ReadonlyMap<string, z.ZodType>
  received: ReadonlyMap<string, z.ZodType>
}

/** The same as JSON schemas, and the named ones that they refer to. */
export interface DescribedParts {
  components: Schemas
  /** With the parameters. */
  sent: Schemas
  received: Schemas
}

type Direction = 'input' | 'output'

/**
 * Refers to schemas by their names where they have one. If a schema is sent in another form than it is received, what
 * is sent is named `NameInput`.
 */
export function describeSchemas(names: ZodSchemas, parts: Parts): DescribedParts {
  const sent = convert(names, { referred: parts.sent, inPlace: parts.parameters }, 'input')
  const received = convert(names, { referred: parts.received, inPlace: new Map() }, 'output')
  const receivedNames = reachable(received.named, Object.values(received.parts))
  const sentNames = reachable(sent.named, Object.values(sent.parts))
  const differs = differingNames(sent.named, received.named)
  const newName = (name: string) => (receivedNames.has(name) && differs(name) ? `${name}Input` : name)
  const renamed = (schema: JsonSchema) =>
    mapSchema(schema, (each) => {
      const name = refName(each)
      return name === undefined ? each : { ...each, ...refTo(newName(name)) }
    })
  const components = new Map<string, JsonSchema>()
  for (const name of sentNames) components.set(newName(name), renamed(sent.named[name] ?? {}))
  for (const name of receivedNames) components.set(name, received.named[name] ?? {})
  return {
    components: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    sent: Object.fromEntries(Object.entries(sent.parts).map(([part, schema]) => [part, renamed(schema)])),
    received: received.parts,
  }
}

function differingNames(sent: Schemas, received: Schemas) {
  const own = (name: string) => JSON.stringify(sent[name]) !== JSON.stringify(received[name])
  return (name: string) => [name, ...reachable(sent, [refTo(name)])].some(own)
}

type ZodSchemas = ReadonlyMap<string, z.ZodType>

function convert(
  names: ZodSchemas,
  { referred, inPlace }: { referred: ZodSchemas; inPlace: ZodSchemas },
  io: Direction,
) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of [...names, ...referred, ...inPlace])
    if (!registry.has(schema)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    metadata: z.registry(),
    uri: uriOf,
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as JsonSchema, io),
  })
  const clean = (id: string) => mapSchema(schemas[id] as JsonSchema, tidied)
  const idOf = (schema: z.ZodType) => registry.get(schema)?.id ?? ''
  const partOf = (schema: z.ZodType) => (names.has(idOf(schema)) ? refTo(idOf(schema)) : clean(idOf(schema)))
  const parts: Schemas = {}
  for (const [part, schema] of referred) parts[part] = partOf(schema)
  for (const [part, schema] of inPlace) parts[part] = clean(idOf(schema))
  return { named: Object.fromEntries([...names.keys()].map((name) => [name, clean(name)])) as Schemas, parts }
}

/** Replaces what zod cannot derive, or what nobody needs to send. */
function simplify(zodSchema: unknown, schema: JsonSchema, io: Direction): void {
  if (zodSchema === time || (zodSchema === timeInput && io === 'output'))
    replace(schema, { type: 'string', format: 'date-time' })
  else if (io === 'output') {
    // Later versions may answer more.
    if (schema.additionalProperties === false) delete schema.additionalProperties
  } else if (zodSchema instanceof z.ZodPipe) replace(schema, mainForm(zodSchema, schema))
}

/** Numbers and lists are also accepted as texts; the first form is the main one. */
function mainForm({ def }: z.ZodPipe, schema: JsonSchema): JsonSchema {
  const { in: first, out } = def
  if (first instanceof z.ZodNumber && first.def.coerce)
    return z.toJSONSchema(out as z.ZodType, { io: 'input' }) as JsonSchema
  const [main] = schema.anyOf ?? []
  return main && first instanceof z.ZodUnion && first.options.slice(1).every(isPlain) ? main : schema
}

const isPlain = (schema: unknown): boolean =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodNumber ||
  (schema instanceof z.ZodPipe && isPlain(schema.def.in))

function replace(schema: JsonSchema, by: JsonSchema): void {
  if (schema === by) return
  for (const key of Object.keys(schema)) delete schema[key as keyof JsonSchema]
  Object.assign(schema, by)
}

const limits = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** Without zod's marks and limits that hold for every integer; objects with a value for each of some names list them. */
function tidied(schema: JsonSchema): JsonSchema {
  const { $schema, $id, ...rest } = schema as JsonSchema & { $schema?: string; $id?: string }
  const { required, properties, additionalProperties, propertyNames, ...other } = rest
  if (required && !properties && typeof additionalProperties === 'object')
    return {
      ...other,
      properties: Object.fromEntries(required.map((name) => [name, additionalProperties])),
      required,
    }
  if (limits.includes(rest.minimum ?? 0)) delete rest.minimum
  if (limits.includes(rest.maximum ?? 0)) delete rest.maximum
  return rest
}
