import {
  type FieldPart,
  type FormDocument,
  type FormOption,
  type Widget,
  widgetsWithOptions,
} from '@fleetdeck/contract/forms'
import {
  Button,
  Cascader,
  Checkbox,
  ColorPicker,
  DatePicker,
  Form,
  type FormItemProps,
  Input,
  InputNumber,
  Radio,
  Rate,
  Select,
  Slider,
  Switch,
  TimePicker,
  Upload,
} from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ComponentProps, type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../ground/lazy-part.ts'
import { dateFormat, timeFormat } from './model/form-code.ts'

const LazyEditor = lazyPart(
  async () => (await import('../../components/rich-text/RichTextEditor.tsx')).RichTextEditor,
)
/** Form.Item passes its value to its direct child, so Suspense must be inside. */
const EditorInput = (props: ComponentProps<typeof LazyEditor>) => (
  <Suspense>
    <LazyEditor {...props} />
  </Suspense>
)
const wide = { width: '100%' }

interface Limits {
  min?: number
  max?: number
}

const plain = (options: readonly FormOption[]) =>
  options.map(({ const: value, title }) => ({ value, label: title }))
const cascade = (options: readonly FormOption[]): { value: string; label: string; children?: object[] }[] =>
  options.map(({ const: value, title, children }) => ({
    ...{ value, label: title },
    ...(children?.length && { children: cascade(children) }),
  }))

/** The input of a field, the same as in the generated code. */
export function renderInput(
  { widget, placeholder, disabled, options }: FieldPart,
  limits: Limits,
): ReactElement {
  const common = { placeholder, ...(disabled && { disabled }) }
  const off = disabled ? { disabled } : {}
  const inputs: Record<Widget, () => ReactElement> = {
    input: () => <Input {...common} />,
    textarea: () => <Input.TextArea autoSize={{ minRows: 3 }} {...common} />,
    password: () => <Input.Password autoComplete="new-password" {...common} />,
    number: () => <InputNumber style={wide} {...limits} {...common} />,
    editor: () => <EditorInput />,
    select: () => <Select options={plain(options)} {...common} />,
    cascader: () => <Cascader options={cascade(options)} {...common} />,
    radio: () => <Radio.Group options={plain(options)} {...off} />,
    checkbox: () => <Checkbox.Group options={plain(options)} {...off} />,
    switch: () => <Switch {...off} />,
    slider: () => <Slider {...limits} {...off} />,
    time: () => <TimePicker style={wide} format={timeFormat} {...common} />,
    timeRange: () => <TimePicker.RangePicker style={wide} format={timeFormat} {...off} />,
    date: () => <DatePicker style={wide} format={dateFormat} {...common} />,
    dateRange: () => <DatePicker.RangePicker style={wide} format={dateFormat} {...off} />,
    rate: () => <Rate {...off} />,
    color: () => <ColorPicker showText {...off} />,
    upload: () => (
      <Upload beforeUpload={() => false} {...off}>
        <Button>{placeholder || '+'}</Button>
      </Upload>
    ),
  }
  return inputs[widget]()
}

const moment = (format: string): FormItemProps => ({
  getValueProps: (value?: string) => ({ value: value ? dayjs(value, format) : undefined }),
  normalize: (value?: Dayjs) => value?.format(format),
})
const range = (format: string): FormItemProps => ({
  getValueProps: (value?: string[]) => ({ value: value?.map((each) => dayjs(each, format)) }),
  normalize: (value?: Dayjs[]) => value?.map((each) => each.format(format)),
})
const special: Partial<Record<Widget, FormItemProps>> = {
  switch: { valuePropName: 'checked' },
  time: moment(timeFormat),
  timeRange: range(timeFormat),
  date: moment(dateFormat),
  dateRange: range(dateFormat),
  color: { getValueFromEvent: (color: { toHexString(): string }) => color.toHexString() },
  upload: {
    valuePropName: 'fileList',
    getValueFromEvent: (event: { fileList: unknown[] }) => event.fileList,
  },
}

/** Undefined for an invalid pattern, such as one that is still being typed. */
export function toRegExp(pattern: string | undefined): RegExp | undefined {
  try {
    return pattern === undefined ? undefined : new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

function buildRules(part: FieldPart, document: FormDocument): NonNullable<FormItemProps['rules']> {
  const pattern = toRegExp(document.properties[part.field]?.pattern)
  return [
    ...(document.required.includes(part.field) ? [{ required: true }] : []),
    ...(pattern ? [{ pattern, ...(part.patternMessage && { message: part.patternMessage }) }] : []),
  ]
}

/** A field with its label and rules. */
export function FieldInput({ part, document }: { part: FieldPart; document: FormDocument }) {
  const property = document.properties[part.field]
  const limits: Limits = {
    ...(property?.minimum !== undefined && { min: property.minimum }),
    ...(property?.maximum !== undefined && { max: property.maximum }),
  }
  return (
    <Form.Item
      name={part.field}
      label={property?.title}
      extra={part.help || undefined}
      rules={buildRules(part, document)}
      {...special[part.widget]}
    >
      {renderInput(part, limits)}
    </Form.Item>
  )
}

export const hasOptions = (widget: Widget) => widgetsWithOptions.includes(widget)
