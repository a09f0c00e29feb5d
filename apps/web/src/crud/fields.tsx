import { Form, Input, InputNumber, type InputNumberProps, type InputProps } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { UserPicker } from '../components/pickers/UserPicker.tsx'
import { hasText, useText } from '../ground/language.ts'
import { numberLimits, textLimit } from './schema-limits.ts'

interface FieldProps<Name extends string> {
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

function CheckedItem({ schema, name, label, hint, children }: ItemProps) {
  const t = useText()
  const isRequired = ![undefined, ''].some((value) => schema.safeParse(value).success)
  const check = (_rule: unknown, value: unknown) => {
    if (!isRequired && isEmpty(value)) return Promise.resolve()
    const issue = schema.safeParse(value ?? '').error?.issues[0]
    if (!issue) return Promise.resolve()
    return Promise.reject(
      hasText(issue.message) ? t(issue.message) : t('error.invalidInput', { field: label }),
    )
  }
  return (
    <Form.Item name={name} label={label} extra={hint} required={isRequired} rules={[{ validator: check }]}>
      {children}
    </Form.Item>
  )
}

/** A text in one line. */
export function TextField<Name extends string>(
  props: FieldProps<Name> & Pick<InputProps, 'autoFocus' | 'disabled' | 'showCount' | 'spellCheck'>,
) {
  const { draft, name, label, hint, ...input } = props
  const schema = draft.shape[name]
  return (
    <CheckedItem schema={schema} name={name} label={label} hint={hint}>
      <Input {...input} maxLength={textLimit(schema)} />
    </CheckedItem>
  )
}

/** A text of several lines, such as a remark. */
export function LinesField<Name extends string>({ draft, name, label, hint }: FieldProps<Name>) {
  const schema = draft.shape[name]
  return (
    <CheckedItem schema={schema} name={name} label={label} hint={hint}>
      <Input.TextArea maxLength={textLimit(schema)} rows={3} />
    </CheckedItem>
  )
}

/** A whole number. */
export function NumberField<Name extends string>(
  props: FieldProps<Name> & Pick<InputNumberProps, 'disabled' | 'suffix'>,
) {
  const { draft, name, label, hint, ...input } = props
  const schema = draft.shape[name]
  return (
    <CheckedItem schema={schema} name={name} label={label} hint={hint}>
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
