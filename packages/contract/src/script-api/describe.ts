import { z } from 'zod'
import { callPath, type ScriptObject, scriptCalls, scriptObjects } from '../script-api.ts'
import type { ScriptCall } from './call.ts'
import type { Capability } from './capabilities.ts'

/** Descriptions of one language. */
export interface ScriptApiTexts {
  /** By `device.tap`, `sleep`. */
  calls: Readonly<Record<string, string>>
  /** Of arguments and fields, by `device.swipe.ms`, `FindColorOptions.tolerance`, or `tolerance` for all. */
  fields: Readonly<Record<string, string>>
  capabilities: Readonly<Record<Capability, string>>
  /** Of a value that may be missing: `default {0}`. */
  missing: string
}

/** The part of JSON Schema that zod writes for the shapes of the API. */
export interface Shape {
  type?: string | string[]
  $ref?: string
  /** Name of a type. */
  id?: string | undefined
  /** The type as TypeScript. */
  ts?: string
  /** Scripts always have it, though the agent does not send it. */
  isAdded?: boolean
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  items?: Shape | false
  prefixItems?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

export interface DescribedField {
  name: string
  type: string
  isOptional: boolean
  /** Its text, and the values that it may have. */
  text: string
}

export interface DescribedCall {
  object: ScriptObject
  name: string
  /** `device.tap` */
  path: string
  /** `(x: number, y: number) → void` with types of TypeScript. */
  args: DescribedField[]
  isRest: boolean
  result: string
  text: string
  example: string
  needs: readonly Capability[]
  /** Named types that its arguments and its result use, in the order of their appearance. */
  types: string[]
}

export interface DescribedType {
  name: string
  /** Of an object. */
  fields: DescribedField[]
  hasMore: boolean
  /** What it stands for, if it is no object. */
  alias?: string
}

export interface DescribedApi {
  calls: DescribedCall[]
  types: ReadonlyMap<string, DescribedType>
}

const safeInteger = Number.MAX_SAFE_INTEGER

/** All calls with their types of TypeScript and their texts in one language. */
export function describeApi(texts: ScriptApiTexts): DescribedApi {
  const printer = new TypePrinter(texts)
  const calls = scriptObjects.flatMap((object) =>
    Object.entries(scriptCalls[object]).map(([name, call]) =>
      describeCall(object, name, call, { printer, texts }),
    ),
  )
  return { calls, types: printer.types }
}

function describeCall(
  object: ScriptObject,
  name: string,
  call: ScriptCall,
  { printer, texts }: { printer: TypePrinter; texts: ScriptApiTexts },
): DescribedCall {
  const path = callPath(object, name)
  printer.used.clear()
  const args = Object.entries(call.args).map(([argument, schema]) => {
    const { shape, type } = printer.print(schema, 'input')
    const isOptional = type !== 'unknown' && schema.safeParse(undefined).success
    return { name: argument, type, isOptional, text: textOf(texts, path, argument, shape) }
  })
  const result = call.gives ? printer.print(call.gives, 'output').type : 'void'
  return {
    ...{ object, name, path, args, result, text: texts.calls[path] ?? '' },
    ...{ isRest: call.isRest === true, example: call.example, needs: call.needs ?? [] },
    types: [...printer.used],
  }
}

/** Writes the types of zod as those of TypeScript. Shapes with an id become named types. */
class TypePrinter {
  readonly types = new Map<string, DescribedType>()
  /** Named types since it was cleared. */
  readonly used = new Set<string>()
  readonly #texts: ScriptApiTexts
  #definitions: Record<string, Shape> = {}
  /** The type of what has none. */
  #unknown = 'unknown'

  constructor(texts: ScriptApiTexts) {
    this.#texts = texts
  }

  print(schema: z.ZodType, io: 'input' | 'output'): { shape: Shape; type: string } {
    const { $defs = {}, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape & {
      $defs?: Record<string, Shape>
    }
    this.#definitions = $defs
    this.#unknown = io === 'input' ? 'unknown' : 'any'
    return { shape, type: this.#typeOf(shape) }
  }

  #typeOf(shape: Shape): string {
    if (shape.ts) return shape.ts
    const name = shape.$ref?.split('/').at(-1) ?? shape.id
    // zod names what it uses twice.
    if (name?.startsWith('__schema')) return this.#typeOf(this.#definitions[name] ?? {})
    if (name) return this.#named(name, this.#definitions[name] ?? shape)
    if (shape.anyOf) return [...new Set(shape.anyOf.map((part) => this.#typeOf(part)))].join(' | ')
    if (shape.const !== undefined) return literal(shape.const)
    if (shape.enum) return shape.enum.map(literal).join(' | ')
    if (Array.isArray(shape.type))
      return shape.type.map((type) => this.#typeOf({ ...shape, type })).join(' | ')
    if (shape.type === 'array') return this.#listType(shape)
    if (shape.type === 'object') return this.#objectType(shape)
    return shape.type === 'integer' ? 'number' : (shape.type ?? this.#unknown)
  }

  #named(name: string, shape: Shape): string {
    this.used.add(name)
    if (this.types.has(name)) return name
    const type: DescribedType = { name, fields: [], hasMore: isOpen(shape) }
    this.types.set(name, type)
    if (shape.properties) type.fields = this.#fieldsOf(shape, name)
    else type.alias = this.#typeOf({ ...shape, id: undefined })
    return name
  }

  #listType({ items, prefixItems }: Shape): string {
    const rest = items ? `${inArray(this.#typeOf(items))}[]` : undefined
    if (!prefixItems) return rest ?? `${this.#unknown}[]`
    return `[${[...prefixItems.map((item) => this.#typeOf(item)), ...(rest ? [`...${rest}`] : [])].join(', ')}]`
  }

  #objectType(shape: Shape): string {
    const fields = this.#fieldsOf(shape, '')
    if (fields.length > 0)
      return `{ ${fields.map(({ name, isOptional, type }) => `${name}${isOptional ? '?' : ''}: ${type}`).join('; ')} }`
    const { additionalProperties } = shape
    const value =
      typeof additionalProperties === 'object' ? this.#typeOf(additionalProperties) : this.#unknown
    return `Record<string, ${value}>`
  }

  #fieldsOf({ properties = {}, required = [] }: Shape, owner: string): DescribedField[] {
    return Object.entries(properties).map(([name, shape]) => ({
      ...{ name, type: this.#typeOf(shape), isOptional: !required.includes(name) && !shape.isAdded },
      text: textOf(this.#texts, owner, name, shape),
    }))
  }
}

const isOpen = ({ additionalProperties }: Shape) =>
  additionalProperties === true ||
  (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0)

const textOf = (texts: ScriptApiTexts, owner: string, name: string, shape: Shape) =>
  [texts.fields[`${owner}.${name}`] ?? texts.fields[name] ?? '', allowed(shape, texts)]
    .filter(Boolean)
    .join(' · ')

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
const inArray = (type: string) => (/[|&]/.test(type) ? `(${type})` : type)

/** `0–255`, `#rrggbb`, and the value when it is missing. */
function allowed({ minimum, maximum, format, default: missing }: Shape, texts: ScriptApiTexts): string {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < safeInteger
  const range = format ?? (isBounded ? `${minimum}–${maximum}` : '')
  const simple = missing !== undefined && typeof missing !== 'object'
  return [range, ...(simple ? [texts.missing.replace('{0}', () => literal(missing))] : [])]
    .filter(Boolean)
    .join(', ')
}

/** `x1, y1, x2, y2, ms?` */
export const argumentNames = ({ args, isRest }: DescribedCall): string =>
  args
    .map(({ name, isOptional }, index) =>
      isRest && index === args.length - 1 ? `…${name}` : `${name}${isOptional ? '?' : ''}`,
    )
    .join(', ')

/** `device.swipe(x1, y1, x2, y2, ms?)` */
export const signature = (call: DescribedCall): string => `${call.path}(${argumentNames(call)})`

/** `x: number, ms?: number` */
export const parameters = ({ args, isRest }: DescribedCall): string =>
  args
    .map(({ name, type, isOptional }, index) =>
      isRest && index === args.length - 1
        ? `...${name}: ${inArray(type)}[]`
        : `${name}${isOptional ? '?' : ''}: ${type}`,
    )
    .join(', ')
