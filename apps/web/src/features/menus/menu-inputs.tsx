import { Form, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'

type TextName =
  | 'path'
  | 'component'
  | 'permission'
  | 'routeName'
  | 'query'
  | 'redirect'
  | 'activeMenu'
  | 'langKey'
type FlagName = 'isFrame' | 'visible' | 'isCache' | 'affix' | 'breadcrumb' | 'alwaysShow'

interface TextFieldProps {
  name: TextName
  max: number
  /** The error for an empty field; undefined if it is optional. */
  required?: string | undefined
  /** In place of the explanation. */
  hint?: ReactNode
}

/** A short technical text with an explanation below. */
export function TextField({ name, max, required, hint }: TextFieldProps) {
  const t = useText()
  return (
    <Form.Item
      name={name}
      label={t(`menuRow.${name}`)}
      extra={hint ?? t(`menuRow.${name}Hint`)}
      rules={required ? [{ required: true, whitespace: true, message: required }] : []}
    >
      <Input maxLength={max} spellCheck={false} />
    </Form.Item>
  )
}

export function Flag({ name, hint }: { name: FlagName; hint?: string }) {
  const t = useText()
  return (
    <Form.Item name={name} label={t(`menuRow.${name}`)} valuePropName="checked" extra={hint}>
      <Switch />
    </Form.Item>
  )
}
