import {
  type ButtonPart,
  type FieldPart,
  type FormDocument,
  type FormPart,
  type FormProperty,
  type FormSettings,
  jsonSchemaDialect,
  type Widget,
  widgetsWithOptions,
  widgetTypes,
} from '@fleetdeck/contract/forms'

/** A field in the builder: its layout together with its JSON Schema properties. */
export interface FieldItem extends FieldPart {
  id: string
  label: string
  required: boolean
  default: FormProperty['default']
  pattern: string
  minimum: number | undefined
  maximum: number | undefined
}
export interface ButtonItem extends ButtonPart {
  id: string
}
export interface RowItem {
  id: string
  kind: 'row'
  span: number
  children: FormItem[]
}
export type FormItem = FieldItem | ButtonItem | RowItem

export interface BuiltForm {
  title: string
  settings: FormSettings
  items: FormItem[]
}

export const newId = () => Math.random().toString(36).slice(2, 10)

export const emptyForm: BuiltForm = {
  title: '',
  settings: {
    size: 'middle',
    labelPosition: 'top',
    labelWidth: 120,
    gutter: 16,
    disabled: false,
    buttons: true,
  },
  items: [],
}

/** A name that no other field has. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/\d+$/, '')
  for (let n = 2; ; n += 1) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`
}

export function newField(widget: Widget, label: string, taken: ReadonlySet<string>): FieldItem {
  const some = [1, 2].map((n) => ({ const: `${n}`, title: `${label} ${n}` }))
  return {
    id: newId(),
    kind: 'field',
    field: freeName(`${widget}1`, taken),
    widget,
    label,
    span: 24,
    placeholder: '',
    help: '',
    required: false,
    disabled: false,
    default: undefined,
    pattern: '',
    patternMessage: '',
    minimum: undefined,
    maximum: undefined,
    options: widgetsWithOptions.includes(widget) ? some : [],
  }
}

export const newRow = (): RowItem => ({ id: newId(), kind: 'row', span: 24, children: [] })
export const newButton = (text: string): ButtonItem => ({
  ...{ id: newId(), kind: 'button', text, action: 'submit', look: 'primary', span: 24 },
})

function toProperty(item: FieldItem): FormProperty {
  const { widget, label, pattern, minimum, maximum, options } = item
  const type = widgetTypes[widget]
  return {
    type,
    title: label,
    ...(item.default !== undefined && { default: item.default }),
    ...(pattern && type === 'string' && { pattern }),
    ...(type === 'number' && minimum !== undefined && { minimum }),
    ...(type === 'number' && maximum !== undefined && { maximum }),
    ...(type === 'array' && { items: { type: 'string' as const } }),
    ...((widget === 'select' || widget === 'radio') && { enum: options.map((option) => option.const) }),
  }
}

function toPart(item: FormItem): FormPart {
  if (item.kind === 'row') return { kind: 'row', span: item.span, children: item.children.map(toPart) }
  if (item.kind === 'button') {
    const { id: _id, ...button } = item
    return button
  }
  const { kind, field, widget, span, placeholder, help, disabled, patternMessage, options } = item
  return { kind, field, widget, span, placeholder, help, disabled, patternMessage, options }
}

export const fieldsIn = (items: readonly FormItem[]): FieldItem[] =>
  items.flatMap((item) => {
    if (item.kind === 'row') return fieldsIn(item.children)
    return item.kind === 'field' ? [item] : []
  })

/** The document that is saved, exported, previewed and turned into code. */
export function toDocument({ title, settings, items }: BuiltForm): FormDocument {
  const fields = fieldsIn(items)
  return {
    $schema: jsonSchemaDialect,
    type: 'object',
    title,
    properties: Object.fromEntries(fields.map((item) => [item.field, toProperty(item)])),
    required: fields.filter(({ required }) => required).map(({ field }) => field),
    ui: { version: 1, settings, layout: items.map(toPart) },
  }
}

function toItem(part: FormPart, document: FormDocument): FormItem {
  if (part.kind === 'row')
    return { ...part, id: newId(), children: part.children.map((child) => toItem(child, document)) }
  if (part.kind === 'button') return { ...part, id: newId() }
  const property = document.properties[part.field]
  return {
    ...part,
    id: newId(),
    label: property?.title ?? '',
    required: document.required.includes(part.field),
    default: property?.default,
    pattern: property?.pattern ?? '',
    minimum: property?.minimum,
    maximum: property?.maximum,
  }
}

export const fromDocument = (document: FormDocument): BuiltForm => ({
  title: document.title,
  settings: document.ui.settings,
  items: document.ui.layout.map((part) => toItem(part, document)),
})
