import { z } from 'zod'

type Schema = z.core.$ZodType
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def
const withDef = (schema: Schema, changed: object): Schema =>
  z.core.clone(schema, { ...schema._zod.def, ...changed })

const reading = (schema: Schema, read: (text: string) => unknown): Schema =>
  z.preprocess((value) => (typeof value === 'string' ? read(value) : value), schema)

const toNumber = (text: string) => (/^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
const toList = (text: string) => (text === '' ? [] : text.split(',').map((part) => part.trim()))

/**
 * The same schema for callers who write values as texts: `'5'` is 5, `'1,2'` is [1, 2], and `''` for an optional number
 * or list is not given, or null where the field can be null. Whatever takes a text, such as a time, gets it as it is.
 */
export function readTexts(schema: Schema): Schema {
  if (takesText(schema)) return isOptionalList(schema) ? readEmpty(schema, isNullable(schema)) : schema
  const def = defOf(schema)
  switch (def.type) {
    case 'number':
    case 'literal':
      return reading(schema, toNumber)
    case 'array': {
      const list = withDef(schema, { element: readTexts(def.element) })
      return isWord(def.element) ? reading(list, toList) : list
    }
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, readTexts(field)])
      return withDef(schema, { shape: Object.fromEntries(fields) })
    }
    case 'union':
      return withDef(schema, { options: def.options.map(readTexts) })
    case 'nullable':
      return withDef(schema, { innerType: readTexts(def.innerType) })
    case 'optional':
    case 'default':
      return readEmpty(withDef(schema, { innerType: readTexts(def.innerType) }), isNullable(schema))
    case 'pipe':
      return isPreparation(def)
        ? withDef(schema, { out: readTexts(def.out) })
        : withDef(schema, { in: readTexts(def.in) })
    default:
      return schema
  }
}

const readEmpty = (schema: Schema, canBeNull: boolean) =>
  reading(schema, (text) => (text === '' ? (canBeNull ? null : undefined) : text))

const isPreparation = (def: z.core.$ZodPipeDef) => defOf(def.in).type === 'transform'

/** What a schema is optional, nullable or a default of. */
function bare(schema: Schema): Schema {
  const def = defOf(schema)
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
    ? bare(def.innerType)
    : schema
}

const isOptionalList = (schema: Schema) => bare(schema) !== schema && isList(bare(schema))

/** Whether it takes a list, also beside its text with commas. */
function isList(schema: Schema): boolean {
  const def = defOf(schema)
  if (def.type === 'pipe') return isList(isPreparation(def) ? def.out : def.in)
  return def.type === 'array' || (def.type === 'union' && def.options.some(isList))
}

function isNullable(schema: Schema): boolean {
  const def = defOf(schema)
  return (
    def.type === 'nullable' || (bare(schema) !== schema && 'innerType' in def && isNullable(def.innerType))
  )
}

/** Whether lists of it are written with commas. */
const isWord = (element: Schema) => takesText(element) || ['number', 'literal'].includes(defOf(element).type)

function takesText(schema: Schema): boolean {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
    case 'any':
    case 'unknown':
    case 'custom':
      return true
    case 'literal':
      return def.values.some((value) => typeof value === 'string')
    case 'enum':
      return Object.values(def.entries).some((value) => typeof value === 'string')
    case 'union':
      return def.options.some(takesText)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return takesText(def.innerType)
    case 'pipe':
      return takesText(isPreparation(def) ? def.out : def.in)
    default:
      return false
  }
}
