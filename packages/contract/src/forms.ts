import { z } from 'zod'
import { systemCrud } from './crud.ts'
import { pageQuery, time } from './endpoint.ts'
import { FormId, UserId } from './ids.ts'

/** Kinds of inputs, and the JSON type of their values. */
export const widgetTypes = {
  input: 'string',
  textarea: 'string',
  password: 'string',
  number: 'number',
  editor: 'string',
  select: 'string',
  cascader: 'array',
  radio: 'string',
  checkbox: 'array',
  switch: 'boolean',
  slider: 'number',
  time: 'string',
  timeRange: 'array',
  date: 'string',
  dateRange: 'array',
  rate: 'number',
  color: 'string',
  upload: 'array',
} as const
export type Widget = keyof typeof widgetTypes
export const widgets = Object.keys(widgetTypes) as [Widget, ...Widget[]]

/** Inputs with options. */
export const widgetsWithOptions: readonly Widget[] = ['select', 'radio', 'checkbox', 'cascader']

export const maxFormParts = 300
/** Maximum depth of nested rows, including the innermost content. */
export const maxFormDepth = 4
/** Maximum JSON values in a form. */
const maxFormValues = 20_000
/** Maximum characters of a form's JSON; longer ones are not parsed. */
export const maxFormJson = 500_000

/** A property of an object and part of a program: letters, digits and underscores. */
export const fieldNamePattern = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
const reserved = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']
export const isFieldName = (name: string) => fieldNamePattern.test(name) && !reserved.includes(name)
const fieldName = z.string().refine(isFieldName, 'form.nameWrong')

const label = z.string().max(100, 'form.textTooLong')
const span = z.int().min(1).max(24).default(24)

export interface FormOption {
  const: string
  title: string
  /** Of a cascader. */
  children?: FormOption[] | undefined
}
const plainOption = { const: z.string().max(200), title: z.string().max(200) }
const leafOption = z.strictObject(plainOption)
const midOption = z.strictObject({ ...plainOption, children: z.array(leafOption).max(200).optional() })
const Option = z.strictObject({ ...plainOption, children: z.array(midOption).max(200).optional() })
const options = z.array(Option).max(200)

/** The value of a field, as JSON Schema 2020-12. */
export const FormProperty = z.strictObject({
  type: z.enum(['string', 'number', 'boolean', 'array']),
  title: label,
  default: z
    .union([z.string().max(5000), z.number(), z.boolean(), z.array(z.string().max(500)).max(200)])
    .optional(),
  pattern: z
    .string()
    .max(500)
    .refine((text) => isPattern(text), 'form.patternWrong')
    .optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  items: z.strictObject({ type: z.literal('string') }).optional(),
  enum: z.array(z.string().max(200)).max(200).optional(),
})
export type FormProperty = z.output<typeof FormProperty>

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const FieldPart = z.strictObject({
  kind: z.literal('field'),
  field: fieldName,
  widget: z.enum(widgets, 'form.widgetUnknown'),
  span,
  placeholder: label.default(''),
  help: z.string().max(300).default(''),
  disabled: z.boolean().default(false),
  patternMessage: label.default(''),
  options: options.default([]),
})
const ButtonPart = z.strictObject({
  kind: z.literal('button'),
  text: label.min(1, 'form.buttonText'),
  action: z.enum(['submit', 'reset']),
  look: z.enum(['primary', 'default', 'dashed']).default('default'),
  span,
})
export type FieldPart = z.output<typeof FieldPart>
export type ButtonPart = z.output<typeof ButtonPart>
export interface RowPart {
  kind: 'row'
  span: number
  children: FormPart[]
}
export type FormPart = FieldPart | ButtonPart | RowPart

const toRow = <Part extends z.ZodType<FormPart>>(part: Part) =>
  z.strictObject({ kind: z.literal('row'), span, children: z.array(part).max(maxFormParts) })
const leaf = z.discriminatedUnion('kind', [FieldPart, ButtonPart], 'form.partUnknown')
// Written out level by level: deeper values are refused, without recursion.
const inner = z.discriminatedUnion('kind', [FieldPart, ButtonPart, toRow(leaf)], 'form.partUnknown')
const middle = z.discriminatedUnion('kind', [FieldPart, ButtonPart, toRow(inner)], 'form.partUnknown')
const Part: z.ZodType<FormPart> = z.discriminatedUnion(
  'kind',
  [FieldPart, ButtonPart, toRow(middle)],
  'form.partUnknown',
)

export const FormSettings = z.strictObject({
  size: z.enum(['small', 'middle', 'large']).default('middle'),
  labelPosition: z.enum(['left', 'right', 'top']).default('top'),
  /** Pixels, when the label is next to its field. */
  labelWidth: z.int().min(40).max(400).default(120),
  /** Pixels between columns. */
  gutter: z.int().min(0).max(64).default(16),
  disabled: z.boolean().default(false),
  /** Submit and reset below the form. */
  buttons: z.boolean().default(true),
})
export type FormSettings = z.output<typeof FormSettings>

/** All parts, outermost first. */
export const flattenParts = (parts: readonly FormPart[]): FormPart[] =>
  parts.flatMap((part) => (part.kind === 'row' ? [part, ...flattenParts(part.children)] : [part]))

export const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema'

/**
 * The stored, exported and imported form: a JSON Schema of its values, with its layout under `ui`. Programs that only
 * know JSON Schema can validate values with it; docs/forms.md describes it.
 */
export const FormDocument = z
  .strictObject({
    $schema: z.literal(jsonSchemaDialect, 'form.notAForm'),
    type: z.literal('object', 'form.notAForm'),
    title: label,
    properties: z.record(fieldName, FormProperty),
    required: z.array(fieldName).max(maxFormParts),
    ui: z.strictObject({
      version: z.literal(1, 'form.notAForm'),
      settings: FormSettings,
      layout: z.array(Part).max(maxFormParts, 'form.tooManyParts'),
    }),
  })
  .superRefine(({ properties, required, ui }, context) => {
    const refuse = (message: string, path: (string | number)[] = ['ui', 'layout']) =>
      context.addIssue({ code: 'custom', path, message })
    const parts = flattenParts(ui.layout)
    if (parts.length > maxFormParts) refuse('form.tooManyParts')
    const used = new Set<string>()
    for (const part of parts) {
      if (part.kind !== 'field') continue
      if (used.has(part.field)) refuse('form.nameTwice')
      used.add(part.field)
      if (properties[part.field]?.type !== widgetTypes[part.widget]) refuse('form.typeWrong')
    }
    const isAlone = [...Object.keys(properties), ...required].some((name) => !used.has(name))
    if (isAlone) refuse('form.fieldUnplaced', ['properties'])
  })
export type FormDocument = z.output<typeof FormDocument>

export const SavedForm = z.object({
  id: FormId,
  formName: z.string(),
  ownerId: UserId,
  userName: z.string(),
  /** Labels of fields, rows and buttons. */
  partCount: z.number(),
  createdAt: time,
  gmtModified: time,
})
export type SavedForm = z.output<typeof SavedForm>
export const SavedFormDetails = SavedForm.extend({ content: z.unknown() })

/** Number of nested values, counted up to one beyond the limit. */
function isTooLarge(content: unknown): boolean {
  const waiting = [content]
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen + waiting.length > maxFormValues) return true
    const value = waiting.pop()
    if (typeof value === 'object' && value !== null) {
      const inside = Object.values(value)
      if (inside.length > maxFormValues) return true
      waiting.push(...inside)
    }
  }
  return false
}

/** The same for external input: oversized input is refused before it is parsed. */
export const ReceivedForm = z.preprocess((content, context) => {
  if (!isTooLarge(content)) return content
  context.addIssue({ code: 'custom', message: 'form.tooManyParts' })
  return z.NEVER
}, FormDocument)

export const FormDraft = z.strictObject({
  formName: z.string().trim().min(1, 'form.formNameRequired').max(50, 'form.formNameLength'),
  content: ReceivedForm,
})

const { export: _noExport, ...crud } = systemCrud(
  '/system/tools/build',
  {
    row: SavedForm,
    draft: FormDraft,
    query: pageQuery({ formName: z.string().max(50).optional() }, ['id', 'formName', 'gmtModified']),
  },
  { exportPath: '/system/tools/build/export' },
)

export const forms = {
  ...crud,
  one: { ...crud.one, data: SavedFormDetails },
  add: { ...crud.add, data: z.object({ id: FormId }) },
} as const
