import type { FormInstance } from 'antd'
import { useState } from 'react'
import { withoutSecrets } from './secret-fields.ts'
import { useDraft } from './use-draft.tsx'

/**
 * Keeps what is typed into a form, without secrets.
 * @param place of the form and its row, as `useDraft` takes it
 * @param formId how the ids of its fields begin
 * @param stored the values that the form began with
 * @returns the draft, and a number that changes when one was restored: fields with a state of their own begin again
 */
export function useFormDraft<Values extends object>(
  form: FormInstance<Values>,
  { place, formId, stored }: { place: string | null; formId: string; stored: unknown },
) {
  const [round, setRound] = useState(0)
  const draft = useDraft<Parameters<typeof form.setFieldsValue>[0]>({
    place,
    stored,
    read: () =>
      withoutSecrets(form.getFieldsValue(true), formId) as Parameters<typeof form.setFieldsValue>[0],
    restore: (values) => {
      form.setFieldsValue(values)
      setRound(round + 1)
    },
  })
  return { ...draft, round }
}
