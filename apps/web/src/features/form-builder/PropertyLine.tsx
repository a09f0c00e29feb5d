import { Form } from 'antd'
import { cloneElement, isValidElement, type ReactNode } from 'react'

/** An input with its label. */
export function PropertyLine({
  label,
  wrong,
  children,
}: {
  label: string
  wrong?: string | false
  children: ReactNode
}) {
  return (
    <Form.Item label={label} {...(wrong && { validateStatus: 'error' as const, help: wrong })}>
      {isValidElement<object>(children)
        ? cloneElement(children, { 'aria-label': label } as object)
        : children}
    </Form.Item>
  )
}
