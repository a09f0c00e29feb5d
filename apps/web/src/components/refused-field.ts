import type { FormInstance } from 'antd'
import { CallError } from '../api/call-error.ts'
import { errorMessage } from '../api/message-of.ts'

/** `params.0.name` → ['params', 0, 'name'] */
const toPath = (field: string) => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/**
 * The field that a refusal names shows it, and gets the focus, with its text selected.
 * @param names of fields that have another name in the form than in the call
 * @returns false if the form has no such field
 */
export function showRefusedField(
  form: FormInstance,
  error: unknown,
  names: Record<string, string> = {},
): boolean {
  if (!(error instanceof CallError) || error.field === undefined) return false
  const name = toPath(names[error.field] ?? error.field)
  const field = form.getFieldInstance(name)
  if (!field) return false
  form.setFields([{ name, errors: [errorMessage(error)] }])
  form.scrollToField(name, { block: 'center', focus: true })
  const input = field.input ?? field
  if (input instanceof HTMLInputElement) input.select()
  return true
}
