import type {
  ButtonPart,
  FieldPart,
  FormDocument,
  FormOption,
  FormPart,
  Widget,
} from '@fleetdeck/contract/forms'

/** A literal of the generated code, escaped so that user text cannot become code or HTML. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

const prop = (name: string, value: unknown) =>
  value === undefined || value === '' || value === false ? '' : ` ${name}={${literal(value)}}`

interface Shape {
  /** TypeScript type of the field's value. */
  type: string
  imports: string[]
  /** The JSX of the input. */
  element: (part: FieldPart, limits: Limits) => string
  /** Additional props of its Form.Item. */
  item?: string
}
interface Limits {
  minimum?: number | undefined
  maximum?: number | undefined
}

const common = (part: FieldPart) => prop('placeholder', part.placeholder) + prop('disabled', part.disabled)
const disabled = (part: FieldPart) => prop('disabled', part.disabled)
const plain = (name: string, more = ''): Shape => ({
  type: 'string',
  imports: [name.split('.')[0] ?? name],
  element: (part) => `<${name}${more}${common(part)} />`,
})
const limitProps = ({ minimum, maximum }: Limits) => prop('min', minimum) + prop('max', maximum)
const choices = (options: readonly FormOption[]) =>
  options.map(({ const: value, title }) => ({ value, label: title }))
const cascade = (options: readonly FormOption[]): object[] =>
  options.map(({ const: value, title, children }) => ({
    value,
    label: title,
    ...(children && children.length > 0 && { children: cascade(children) }),
  }))
const chooser = (name: string, type = 'string'): Shape => ({
  type,
  imports: [name.split('.')[0] ?? name],
  element: (part) =>
    `<${name}${name === 'Select' ? common(part) : disabled(part)} options={${literal(choices(part.options))}} />`,
})

/** Pickers use Dayjs objects, the form's values are texts. */
const moment = (name: string, format: string): Shape => ({
  type: 'string',
  imports: ['DatePicker', ...(name === 'TimePicker' ? ['TimePicker'] : [])],
  element: (part) => `<${name} format={${literal(format)}} style={{ width: '100%' }}${common(part)} />`,
  item: ` getValueProps={(value?: string) => ({ value: value ? dayjs(value, ${literal(format)}) : undefined })} normalize={(value?: Dayjs) => value?.format(${literal(format)})}`,
})
const range = (name: string, format: string): Shape => ({
  type: 'string[]',
  imports: [name.split('.')[0] ?? name],
  element: (part) => `<${name} format={${literal(format)}} style={{ width: '100%' }}${disabled(part)} />`,
  item: ` getValueProps={(value?: string[]) => ({ value: value?.map((each) => dayjs(each, ${literal(format)})) })} normalize={(value?: Dayjs[]) => value?.map((each) => each.format(${literal(format)}))}`,
})
export const dateFormat = 'YYYY-MM-DD'
export const timeFormat = 'HH:mm:ss'

const shapes: Record<Widget, Shape> = {
  input: plain('Input'),
  textarea: plain('Input.TextArea', ' autoSize={{ minRows: 3 }}'),
  password: plain('Input.Password'),
  editor: plain('Input.TextArea', ' autoSize={{ minRows: 8 }}'),
  number: {
    type: 'number',
    imports: ['InputNumber'],
    element: (part, limits) =>
      `<InputNumber style={{ width: '100%' }}${limitProps(limits)}${common(part)} />`,
  },
  select: chooser('Select'),
  radio: chooser('Radio.Group'),
  checkbox: chooser('Checkbox.Group', 'string[]'),
  cascader: {
    type: 'string[]',
    imports: ['Cascader'],
    element: (part) => `<Cascader${common(part)} options={${literal(cascade(part.options))}} />`,
  },
  switch: {
    type: 'boolean',
    imports: ['Switch'],
    element: (part) => `<Switch${disabled(part)} />`,
    item: ' valuePropName="checked"',
  },
  slider: {
    type: 'number',
    imports: ['Slider'],
    element: (part, limits) => `<Slider${limitProps(limits)}${disabled(part)} />`,
  },
  rate: { type: 'number', imports: ['Rate'], element: (part) => `<Rate${disabled(part)} />` },
  time: moment('TimePicker', timeFormat),
  timeRange: range('TimePicker.RangePicker', timeFormat),
  date: moment('DatePicker', dateFormat),
  dateRange: range('DatePicker.RangePicker', dateFormat),
  color: {
    type: 'string',
    imports: ['ColorPicker'],
    element: (part) => `<ColorPicker showText${disabled(part)} />`,
    item: ' getValueFromEvent={(color: { toHexString(): string }) => color.toHexString()}',
  },
  upload: {
    type: 'UploadFile[]',
    imports: ['Upload', 'Button'],
    element: (part) =>
      `<Upload beforeUpload={() => false}${disabled(part)}><Button>{${literal(part.placeholder || '+')}}</Button></Upload>`,
    item: ' valuePropName="fileList" getValueFromEvent={(event: { fileList: UploadFile[] }) => event.fileList}',
  },
}

function buildRules(part: FieldPart, { properties, required }: FormDocument): string {
  const property = properties[part.field]
  const rules: string[] = []
  if (required.includes(part.field)) rules.push('{ required: true }')
  if (property?.pattern !== undefined) {
    const message = part.patternMessage ? `, message: ${literal(part.patternMessage)}` : ''
    rules.push(`{ pattern: new RegExp(${literal(property.pattern)}, 'u')${message} }`)
  }
  return rules.length ? ` rules={[${rules.join(', ')}]}` : ''
}

class FormCode {
  readonly imports = new Set(['Form'])
  readonly #document: FormDocument

  constructor(document: FormDocument) {
    this.#document = document
  }

  parts(parts: readonly FormPart[], depth: number): string {
    this.imports.add('Row').add('Col')
    const pad = '  '.repeat(depth)
    const inside = parts.map((part) => this.#column(part, depth + 1)).join('\n')
    return `${pad}<Row gutter={${literal(this.#document.ui.settings.gutter)}}>\n${inside}\n${pad}</Row>`
  }

  #column(part: FormPart, depth: number): string {
    const pad = '  '.repeat(depth)
    const inside =
      part.kind === 'row'
        ? this.parts(part.children, depth + 1)
        : part.kind === 'button'
          ? this.#button(part, depth + 1)
          : this.#field(part, depth + 1)
    return `${pad}<Col xs={24} md={${literal(part.span)}}>\n${inside}\n${pad}</Col>`
  }

  #button({ text, action, look }: ButtonPart, depth: number): string {
    this.imports.add('Button')
    return `${'  '.repeat(depth)}<Button type=${literal(look)} htmlType=${literal(action)}>{${literal(text)}}</Button>`
  }

  #field(part: FieldPart, depth: number): string {
    const pad = '  '.repeat(depth)
    const shape = shapes[part.widget]
    for (const name of shape.imports) this.imports.add(name)
    const property = this.#document.properties[part.field]
    const props = prop('label', property?.title) + prop('extra', part.help) + (shape.item ?? '')
    return [
      `${pad}<Form.Item name=${literal(part.field)}${props}${buildRules(part, this.#document)}>`,
      `${pad}  ${shape.element(part, property ?? {})}`,
      `${pad}</Form.Item>`,
    ].join('\n')
  }
}

const collectFields = (parts: readonly FormPart[]): FieldPart[] =>
  parts.flatMap((part) => {
    if (part.kind === 'row') return collectFields(part.children)
    return part.kind === 'field' ? [part] : []
  })

/** Generates an antd component with the same fields as the form. */
export function generateCode(document: FormDocument, words: { submit: string; reset: string }): string {
  const { settings, layout } = document.ui
  const code = new FormCode(document)
  const body = code.parts(layout, 3)
  const fields = collectFields(layout)
  const types = fields.map(
    ({ field, widget }) =>
      `  ${field}${document.required.includes(field) ? '' : '?'}: ${shapes[widget].type}`,
  )
  const defaults = Object.fromEntries(
    fields.flatMap(({ field }) => {
      const value = document.properties[field]?.default
      return value === undefined ? [] : [[field, value]]
    }),
  )
  const beside = settings.labelPosition !== 'top'
  const props =
    ` layout=${literal(beside ? 'horizontal' : 'vertical')}` +
    (beside
      ? ` labelAlign=${literal(settings.labelPosition)} labelCol={{ flex: '${settings.labelWidth}px' }}`
      : '') +
    ` size=${literal(settings.size)}${prop('disabled', settings.disabled)}` +
    ` initialValues={${literal(defaults)}}`
  const buttons = settings.buttons
    ? `\n      <Button type="primary" htmlType="submit">{${literal(words.submit)}}</Button>{' '}\n      <Button htmlType="reset">{${literal(words.reset)}}</Button>`
    : ''
  if (settings.buttons) code.imports.add('Button')
  const hasMoments = body.includes('dayjs(')
  const hasUpload = code.imports.has('Upload')
  return [
    `import { ${[...code.imports].sort().join(', ')} } from 'antd'`,
    ...(hasUpload ? ["import type { UploadFile } from 'antd'"] : []),
    ...(hasMoments ? ["import dayjs, { type Dayjs } from 'dayjs'"] : []),
    '',
    `export interface FormValues {\n${types.join('\n')}\n}`,
    '',
    'export function GeneratedForm({ onSubmit }: { onSubmit: (values: FormValues) => void }) {',
    '  const [form] = Form.useForm<FormValues>()',
    '  return (',
    `    <Form<FormValues> form={form}${props} onFinish={onSubmit}>`,
    `${body}${buttons}`,
    '    </Form>',
    '  )',
    '}',
    '',
  ].join('\n')
}
