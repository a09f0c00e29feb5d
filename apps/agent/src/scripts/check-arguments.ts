import type { ArgumentsOf, ScriptCall } from '@fleetdeck/contract/script-api/call'
import type { Shape } from '@fleetdeck/contract/script-api/describe'
import { z } from 'zod'
import { type AgentTexts, fill } from '../texts.ts'

/** Names of a longer list are cut. */
const maxListed = 40

/**
 * The arguments of a call by their names, with their defaults.
 *
 * @throws an error that names the argument and its valid values, in the agent's language
 */
export function checkArguments<Call extends Pick<ScriptCall, 'args'>>(
  name: string,
  call: Call,
  sent: readonly unknown[],
  texts: AgentTexts,
): ArgumentsOf<Call> {
  const names = Object.keys(call.args)
  const given = sent.slice(0, sent.findLastIndex((value) => value !== null) + 1)
  if (given.length > names.length)
    throw new TypeError(
      `${name}: ${fill(texts.tooManyArguments, String(names.length), String(given.length))}`,
    )
  const values = names.map((argument, index) => {
    const schema = call.args[argument] as z.ZodType
    const parsed = parse(schema, given[index])
    if (parsed.success) return [argument, parsed.data]
    const [issue] = parsed.error.issues
    throw new TypeError(`${name}: ${issue ? describeIssue(issue, argument, schema, texts) : argument}`)
  })
  return Object.fromEntries(values) as ArgumentsOf<Call>
}

/** JSON has no undefined: null stands for an argument that is missing, where null is no value of its own. */
function parse(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value ?? undefined)
  return parsed.success || value !== null ? parsed : schema.safeParse(null)
}

function describeIssue(
  issue: z.core.$ZodIssue,
  argument: string,
  schema: z.ZodType,
  texts: AgentTexts,
): string {
  if (issue.code === 'invalid_union') {
    // The branch that went furthest is the one that was meant.
    const furthest = issue.errors
      .flat()
      .toSorted((one, other) => other.path.length - one.path.length)
      .find(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
    if (furthest)
      return describeIssue({ ...furthest, path: [...issue.path, ...furthest.path] }, argument, schema, texts)
  }
  const place = [argument, ...issue.path].join('.')
  const shape = shapeAt(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as RootShape,
    issue.path,
  )
  if (issue.code === 'unrecognized_keys') {
    const valid = propertiesOf(shape)
    return fill(texts.unknownOption, issue.keys.map((key) => `${place}.${key}`).join(', '), valid.join(', '))
  }
  const valid = validValues(shape, texts)
  return valid ? fill(texts.wrongArgument, place, valid) : `${place}: ${issue.message}`
}

type RootShape = Shape & { $defs?: Record<string, Shape> }

function shapeAt(root: RootShape, path: readonly PropertyKey[]): Shape {
  const resolve = (shape: Shape): Shape => {
    if (shape.$ref === '#') return resolve(root)
    if (shape.$ref) return resolve(root.$defs?.[shape.$ref.split('/').at(-1) ?? ''] ?? {})
    return shape.anyOf ? { ...shape, anyOf: shape.anyOf.map(resolve) } : shape
  }
  const step = (shape: Shape, key: PropertyKey): Shape => {
    const present = resolve(shape)
    const parts = [present, ...(present.anyOf ?? [])].map((part) => partAt(part, key))
    return parts.find((part) => part !== undefined) ?? {}
  }
  return resolve(path.reduce(step, root))
}

function partAt(
  { items, prefixItems, properties, additionalProperties }: Shape,
  key: PropertyKey,
): Shape | undefined {
  if (typeof key === 'number') return prefixItems?.[key] ?? (items || undefined)
  return (
    properties?.[String(key)] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  )
}

/** Of the object itself, or of the object that is one of several possibilities. */
const propertiesOf = ({ properties, anyOf = [] }: Shape): string[] =>
  properties ? Object.keys(properties) : anyOf.flatMap(propertiesOf)

const safeInteger = Number.MAX_SAFE_INTEGER

/** `0 to 255`, `back, home, …`, `#rrggbb`; empty if it cannot be said. */
function validValues(shape: Shape, texts: AgentTexts): string {
  const { type, format, enum: options, anyOf, prefixItems } = shape
  if (options) return `${options.slice(0, maxListed).join(', ')}${options.length > maxListed ? ', …' : ''}`
  if (shape.const !== undefined) return String(shape.const)
  if (anyOf)
    return anyOf
      .map((part) => validValues(part, texts))
      .filter(Boolean)
      .join(', ')
  if (prefixItems) return `[${prefixItems.map((part) => validValues(part, texts)).join(', ')}]`
  const range = numberRange(shape, texts) ?? format ?? lengthRange(shape, texts)
  if (range !== undefined) return range
  return (typeof type === 'string' ? valuesOfType(texts)[type] : shape.ts) ?? ''
}

function numberRange({ type, minimum, maximum }: Shape, texts: AgentTexts): string | undefined {
  if (minimum === undefined || maximum === undefined || maximum >= safeInteger) return undefined
  return fill(type === 'integer' ? texts.integerRange : texts.numberRange, String(minimum), String(maximum))
}

/** Of a text or a list. */
function lengthRange(
  { type, minLength = 0, maxLength, minItems = 0, maxItems }: Shape,
  texts: AgentTexts,
): string | undefined {
  if (type === 'array' && maxItems) return fill(texts.listRange, String(minItems), String(maxItems))
  if (type !== 'string' || !maxLength) return undefined
  if (minLength === 0) return fill(texts.textLength, String(maxLength))
  return fill(texts.textRange, String(minLength), String(maxLength))
}

const valuesOfType = (texts: AgentTexts): Record<string, string> => ({
  string: texts.anyText,
  number: texts.anyNumber,
  integer: texts.anyNumber,
  boolean: 'true, false',
  object: texts.anyObject,
  array: texts.anyList,
})
