import { z } from 'zod'

const maxWords = 500
const words = z.string().max(maxWords)
/** A regular expression, as the prelude sends it. */
const Pattern = z.object({ source: z.string().min(1).max(maxWords), flags: z.string().max(8) })
const Matches = z.union([Pattern, words.min(1).transform((source) => ({ source, flags: '' }))])
const Words = z.union([words, Pattern])
const whole = z.int().min(-1000).max(1000)
const Region = z.object({ x: z.number(), y: z.number(), width: z.number().min(0), height: z.number().min(0) })

export const directions = ['left', 'right', 'above', 'below'] as const

const keys = {
  /** The whole id, or the part after its slash. */
  id: words,
  text: Words,
  textContains: words,
  textMatches: Matches,
  textStartsWith: words,
  desc: Words,
  descContains: words,
  descMatches: Matches,
  /** The whole class, or the part after its last dot. */
  className: words,
  package: words,
  clickable: z.boolean(),
  longClickable: z.boolean(),
  checkable: z.boolean(),
  checked: z.boolean(),
  enabled: z.boolean(),
  focusable: z.boolean(),
  focused: z.boolean(),
  scrollable: z.boolean(),
  selected: z.boolean(),
  password: z.boolean(),
  depth: whole.min(0),
  /** Which of the matches, from 0; negative from the end. */
  index: whole,
  /** The same, by the name that UiSelector uses. */
  instance: whole,
  /** Wholly inside this part of the screen. */
  bounds: Region,
  direction: z.enum(directions),
  /** Text or description contains these words; what a string is short for. */
  words,
}

const relations = ['parent', 'child', 'near'] as const
export const selectorKeys = [...Object.keys(keys).filter((key) => key !== 'words'), ...relations]

type Keys = { [Key in keyof typeof keys]?: z.output<(typeof keys)[Key]> | undefined }
/** What an element must be; all keys must fit. */
export type Selector = Keys & {
  /** An element around it, at any depth. */
  parent?: Selector | undefined
  /** An element within it, at any depth. */
  child?: Selector | undefined
  /** The nearest ones come first; with a direction only those on that side of it. */
  near?: Selector | undefined
}

const maxDepth = 5
const object = z.strictObject(
  Object.fromEntries(Object.entries(keys).map(([key, schema]) => [key, schema.optional()])) as {
    [Key in keyof typeof keys]: z.ZodOptional<(typeof keys)[Key]>
  },
)

export class WrongSelector extends Error {
  /** The unknown key; undefined for a wrong value. */
  readonly key: string | undefined
  constructor(message: string, key?: string) {
    super(message)
    this.key = key
  }
}

/** A string is short for an id (`#buy`, `#com.example.shop:id/buy`), or for the words of a text or a description. */
export function readSelector(given: unknown, depth = 0): Selector {
  if (depth > maxDepth) throw new WrongSelector('selector')
  if (typeof given === 'string') return fromText(given)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new WrongSelector('selector')
  const { parent, child, near, ...own } = given as Record<string, unknown>
  const unknown = Object.keys(own).find((key) => !Object.hasOwn(keys, key))
  if (unknown !== undefined) throw new WrongSelector(unknown, unknown)
  const read = object.safeParse(own)
  if (!read.success) throw new WrongSelector(read.error.issues[0]?.path.join('.') ?? 'selector')
  if (read.data.direction && near === undefined) throw new WrongSelector('direction')
  return {
    ...read.data,
    ...(parent !== undefined && { parent: readSelector(parent, depth + 1) }),
    ...(child !== undefined && { child: readSelector(child, depth + 1) }),
    ...(near !== undefined && { near: readSelector(near, depth + 1) }),
  }
}

function fromText(given: string): Selector {
  if (given === '' || given === '#') throw new WrongSelector('selector')
  return given.startsWith('#') ? { id: words.parse(given.slice(1)) } : { words: words.parse(given) }
}

/** For messages: `text "Buy", near "Price"`. */
export function describeSelector(selector: Selector): string {
  const { words: contained, ...rest } = selector
  const parts = Object.entries(rest).flatMap(([key, value]) => {
    if (value === undefined) return []
    if ((relations as readonly string[]).includes(key))
      return [`${key} (${describeSelector(value as Selector)})`]
    return [`${key} ${describeValue(value)}`]
  })
  return [...(contained === undefined ? [] : [`“${contained}”`]), ...parts].join(', ').slice(0, 300) || '{}'
}

const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return `“${value}”`
  if (typeof value === 'object' && value !== null && 'source' in value) {
    const { source, flags } = value as z.output<typeof Pattern>
    return `/${source}/${flags}`
  }
  return JSON.stringify(value)
}
