import { Form, type FormItemProps, Input, InputNumber, type InputNumberProps, type InputProps } from 'antd'
import type { TextAreaProps } from 'antd/es/input'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { UserPicker } from '../components/pickers/UserPicker.tsx'
import { hasText, useText } from '../ground/language.ts'
import { numberLimits, textLimit } from './schema-limits.ts'

interface FieldProps<Name extends string> extends Pick<FormItemProps, 'hidden' | 'tooltip'> {
  /** The body of the call: the field is checked as it is there, and has its texts. */
  draft: { shape: Record<Name, z.ZodType> }
  name: Name
  label: string
  /** Shown below the field. */
  hint?: ReactNode
}

interface ItemProps extends Omit<FieldProps<string>, 'draft'> {
  schema: z.ZodType
  children: ReactNode
}

/** A field that may be left empty is not sent, or sent empty. */
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function CheckedItem({ schema, hint, children, ...item }: ItemProps) {
  const t = useText()
  const isRequired = ![undefined, ''].some((value) => schema.safeParse(value).success)
  const check = (_rule: unknown, value: unknown) => {
    if (!isRequired && isEmpty(value)) return Promise.resolve()
    const issue = schema.safeParse(value ?? '').error?.issues[0]
    if (!issue) return Promise.resolve()
    return Promise.reject(
      hasText(issue.message) ? t(issue.message) : t('error.invalidInput', { field: item.label }),
    )
  }
  return (
    <Form.Item {...item} extra={hint} required={isRequired} rules={[{ validator: check }]}>
      {children}
    </Form.Item>
  )
}

/** The props of the form's item, and the rest, which its control takes. */
function splitProps<Name extends string, Control>(props: FieldProps<Name> & Control) {
  const { draft, name, label, hint, hidden, tooltip, ...input } = props
  return { schema: draft.shape[name], item: { name, label, hint, hidden, tooltip }, input }
}

/** A text in one line. */
export function TextField<Name extends string>(
  props: FieldProps<Name> &
    Pick<InputProps, 'autoComplete' | 'autoFocus' | 'disabled' | 'placeholder' | 'showCount' | 'spellCheck'>,
) {
  const { item, input, schema } = splitProps(props)
  return (
    <CheckedItem schema={schema} {...item}>
      <Input {...input} maxLength={textLimit(schema)} />
    </CheckedItem>
  )
}

/** A text of several lines, such as a remark. */
export function TextAreaField<Name extends string>(
  props: FieldProps<Name> & Pick<TextAreaProps, 'autoSize' | 'disabled' | 'placeholder' | 'rows'>,
) {
  const { item, input, schema } = splitProps(props)
  return (
    <CheckedItem schema={schema} {...item}>
      <Input.TextArea rows={3} {...input} maxLength={textLimit(schema)} />
    </CheckedItem>
  )
}

/** A whole number. */
export function NumberField<Name extends string>(
  props: FieldProps<Name> & Pick<InputNumberProps, 'disabled' | 'suffix'>,
) {
  const { item, input, schema } = splitProps(props)
  return (
    <CheckedItem schema={schema} {...item}>
      <InputNumber {...input} {...numberLimits(schema)} precision={0} style={{ width: '100%' }} />
    </CheckedItem>
  )
}

/** The owner of a new row: the caller without one. */
export function OwnerField({ label, hint }: { label: string; hint: string }) {
  return (
    <Form.Item name="tenantId" label={label} extra={hint}>
      <UserPicker allowClear />
    </Form.Item>
  )
}
