import {
  defaultCodeDays,
  EnrolmentCodeDraft,
  enrolmentCodes,
  maxCodeDays,
} from '@fleetdeck/contract/enrolment-codes'
import { Form } from 'antd'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { SiteTimeField } from '../../components/SiteTimeField.tsx'
import { NumberField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import type { NewCode } from './NewCodeDialog.tsx'
import { TargetFields } from './TargetFields.tsx'

type Draft = z.input<typeof EnrolmentCodeDraft>
type Values = Omit<Draft, 'expiresAt'> & { expiresAt?: string | null }

const dayMs = 86_400_000

/** Creates a code. */
export function NewCodeDrawer({
  onMade,
  onClose,
}: {
  onMade: (code: NewCode) => Promise<unknown>
  onClose: () => void
}) {
  const t = useText()
  const make = async ({ expiresAt, ...values }: Values) => {
    const body = { ...values, ...(expiresAt && { expiresAt }) }
    const { code, address } = await call(enrolmentCodes.add, { body })
    const { codeName, maxUses = 1 } = values
    await onMade({ codeName, code, address: address || location.origin, maxUses })
  }
  return (
    <FormDrawer<Values>
      place="enrolmentCode/new"
      title={t('enrolmentCode.add')}
      okText={t('enrolmentCode.add')}
      initialValues={{
        target: 'user',
        maxUses: 1,
        expiresAt: new Date(Date.now() + defaultCodeDays * dayMs).toISOString(),
      }}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField
        draft={EnrolmentCodeDraft}
        name="codeName"
        label={t('enrolmentCode.name')}
        autoFocus
        placeholder={t('enrolmentCode.namePlaceholder')}
      />
      <TargetFields />
      <NumberField
        draft={EnrolmentCodeDraft}
        name="maxUses"
        label={t('enrolmentCode.maxUses')}
        hint={t('enrolmentCode.maxUsesHint')}
      />
      <Form.Item
        name="expiresAt"
        label={t('enrolmentCode.expiresAt')}
        extra={t('enrolmentCode.endHint', { count: maxCodeDays, usual: defaultCodeDays })}
      >
        <SiteTimeField />
      </Form.Item>
    </FormDrawer>
  )
}
