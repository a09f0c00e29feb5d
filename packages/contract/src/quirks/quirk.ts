import { z } from 'zod'
import { CheckCode, CheckLevel } from '../check-codes.ts'

const words = z.array(z.string().min(1).max(60)).min(1).max(8)
const perLanguage = <Content extends z.ZodType>(content: Content) =>
  z.strictObject({ zhcn: content, zhtw: content, en: content })

/** A text that a property of the phone must contain, and the range of its API level; all that is given must match. */
const Match = z.strictObject({
  /** In lower case: one of them is the brand or the manufacturer. */
  makes: z
    .array(z.string().regex(/^[a-z0-9 ]+$/))
    .max(20)
    .optional(),
  /** Begins of the model, in lower case. */
  models: z.array(z.string()).max(20).optional(),
  /** A property of the system that must be set, such as ro.miui.ui.version.name, and how its value must begin. */
  property: z.strictObject({ name: z.string(), begins: z.string().optional() }).optional(),
  /** API levels. */
  sdk: z.strictObject({ from: z.int().optional(), to: z.int().optional() }).optional(),
})

/** Properties as `getprop` prints them. */
const Properties = z.record(z.string(), z.string())

/** What phones of one make or system do differently, and the switch in their settings that mends it. */
export const Quirk = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .max(40),
  /** Where it was published. */
  source: z.url(),
  match: Match,
  /** The finding that it mends. */
  code: CheckCode,
  /** The level when no probe can tell; without it, the quirk only explains what a probe has found. */
  assumed: CheckLevel.optional(),
  /** The way through the phone's settings, in the phone's own words; the last one is the switch. */
  steps: perLanguage(words),
  turn: z.enum(['on', 'off']),
  /** What the phone asks for on the way. */
  note: perLanguage(z.string().max(200)).optional(),
  examples: z.array(Properties).min(1),
  /** Phones that it must not match. */
  others: z.array(Properties).min(1),
})
export type Quirk = z.output<typeof Quirk>

const value = (properties: ReadonlyMap<string, string>, name: string) =>
  (properties.get(name) ?? '').trim().toLowerCase()

export function matchesQuirk({ match }: Quirk, properties: ReadonlyMap<string, string>): boolean {
  const { makes, models, property, sdk } = match
  const own = ['ro.product.brand', 'ro.product.manufacturer'].map((name) => value(properties, name))
  if (makes && !own.some((make) => makes.includes(make))) return false
  const model = value(properties, 'ro.product.model')
  if (models && !models.some((begin) => model.startsWith(begin))) return false
  if (property) {
    const found = value(properties, property.name)
    if (found === '' || !found.startsWith((property.begins ?? '').toLowerCase())) return false
  }
  const level = Number(value(properties, 'ro.build.version.sdk'))
  return level >= (sdk?.from ?? 0) && level <= (sdk?.to ?? Number.POSITIVE_INFINITY)
}
