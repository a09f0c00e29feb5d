import { type JsonSchema, refName, type Schemas } from './json-schema.ts'

/** Values that a pattern requires, or that show what a field is for. */
const known: Record<string, unknown> = {
  userName: 'wei',
  username: 'wei',
  nickName: 'Wei',
  password: 'correct-horse-7',
  newPassword: 'correct-horse-8',
  groupName: 'Lab',
  taskName: 'Morning check',
  scriptName: 'Check the home screen',
  deviceNo: 'SZ003',
  cronText: '0 30 8 * * ?',
  cronExpression: '0 30 8 * * ?',
  dictType: 'device_colour',
  phone: '+86 138 0013 8000',
  publicKey: 'k'.repeat(43),
  signature: 's'.repeat(86),
  sha256: '0'.repeat(64),
  className: 'Sensor',
  packageName: 'sensors',
  moduleName: 'sensors',
  businessName: 'sensors',
  layout: [],
  required: [],
  month: '2026-01',
  from: '2026-01',
  to: '2026-01',
}

const formats: Record<string, string> = {
  'date-time': '2027-01-31T08:00:00.000Z',
  date: '2027-01-31',
  email: 'wei@example.com',
  uri: 'https://example.com/',
}

/** A value that the schema describes, with its required fields only. */
export function exampleOf(schema: JsonSchema, components: Schemas, name = ''): unknown {
  const target = refName(schema)
  if (target) return exampleOf(components[target] ?? {}, components, name)
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  const given = [knownFor(schema, name), schema.default, schema.const, schema.enum?.[0]].find(
    (value) => value !== undefined,
  )
  if (given !== undefined) return given
  if (choice) return exampleOf(choice, components, name)
  return exampleByType[mainType(schema)]?.(schema, { components, name }) ?? null
}

const isNumber = (schema: JsonSchema) => ['integer', 'number'].includes(mainType(schema))
const knownFor = (schema: JsonSchema, name: string) => (isNumber(schema) ? undefined : known[name])

const mainType = ({ type }: JsonSchema) => (Array.isArray(type) ? type[0] : type) ?? 'object'

interface Place {
  components: Schemas
  name: string
}

const exampleByType: Record<string, (schema: JsonSchema, place: Place) => unknown> = {
  object: ({ properties = {}, required = [] }, { components }) =>
    Object.fromEntries(required.map((key) => [key, exampleOf(properties[key] ?? {}, components, key)])),
  array: ({ items }, { components, name }) => (items ? [exampleOf(items, components, name)] : []),
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
  string: ({ format = '', minLength = 0, maxLength }, { name }) =>
    formats[format] ?? name.padEnd(minLength, 'x').slice(0, maxLength),
}
