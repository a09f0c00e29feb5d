import { z } from 'zod'
import { Region } from './shapes.ts'

const maxCharacters = 500
const words = z.string().max(maxCharacters)
/** Every text contains an empty one: it is a mistake, such as an empty parameter. */
const part = words.min(1)
/** The sandbox sends a regular expression by its parts. */
const Pattern = z
  .object({ source: z.string().min(1).max(maxCharacters), flags: z.string().max(8) })
  .meta({ ts: 'RegExp' })
const wordsOrPattern = z.union([words, Pattern])
const partOrPattern = z.union([part, Pattern])
const place = z.int().min(-1000).max(1000)

const own = {
  id: part.optional(),
  text: wordsOrPattern.optional(),
  textContains: part.optional(),
  textStartsWith: part.optional(),
  textMatches: partOrPattern.optional(),
  desc: wordsOrPattern.optional(),
  descContains: part.optional(),
  descMatches: partOrPattern.optional(),
  className: part.optional(),
  package: part.optional(),
  clickable: z.boolean().optional(),
  longClickable: z.boolean().optional(),
  checkable: z.boolean().optional(),
  checked: z.boolean().optional(),
  enabled: z.boolean().optional(),
  focusable: z.boolean().optional(),
  focused: z.boolean().optional(),
  scrollable: z.boolean().optional(),
  selected: z.boolean().optional(),
  password: z.boolean().optional(),
  depth: z.int().min(0).max(1000).optional(),
  index: place.optional(),
  instance: place.optional(),
  bounds: Region.optional(),
  direction: z.enum(['left', 'right', 'above', 'below']).optional(),
}

/** What an element must be; all keys must fit. */
export type SelectorFields = z.output<z.ZodObject<typeof own>> & {
  parent?: Selector | undefined
  child?: Selector | undefined
  near?: Selector | undefined
}
export type Selector = string | SelectorFields

const fields: z.ZodType<SelectorFields> = z
  .strictObject({
    ...own,
    get parent() {
      return inner()
    },
    get child() {
      return inner()
    },
    get near() {
      return inner()
    },
  })
  .meta({ id: 'Selector' }) as z.ZodType<SelectorFields>

/** Its type refers to itself. */
const inner = () => Selector.optional().meta({ ts: 'string | Selector' })

/** A string is short for an id (`#buy`), or for the words of a text or a description. */
export const Selector: z.ZodType<Selector> = z.union([z.string().min(1).max(maxCharacters), fields])
