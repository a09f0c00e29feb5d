import {
  AdmissionKind,
  type Admitted,
  FormerAdmissionDraft,
  formerPhones,
  maxAdmissionDays,
  maxListedNumbers,
} from '@fleetdeck/contract/former-phones'
import { Form, Radio } from 'antd'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { SiteTimeField } from '../../components/SiteTimeField.tsx'
import { LinesField } from '../../components/upload/LinesField.tsx'
import { TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'

type Values = z.input<typeof FormerAdmissionDraft>
const dayMs = 86_400_000
/** MB. */
const fileLimit = 0.4

const draft = { shape: { network: FormerAdmissionDraft.shape.network.unwrap() } }

interface AddAdmissionProps {
  onDone: (outcome: Admitted & { expected: number }) => Promise<unknown>
  onClose: () => void
}

/** Opens an admission for a list of numbers, or for a network. */
export function AddAdmission({ onDone, onClose }: AddAdmissionProps) {
  const t = useText()
  const add = async ({ kind, network, numbers, groupId, endsAt }: Values) => {
    const what = kind === 'list' ? { numbers } : { network }
    await onDone(
      await call(formerPhones.addAdmission, { body: { kind, ...what, ...(groupId && { groupId }), endsAt } }),
    )
  }
  return (
    <FormDrawer<Values>
      place="formerAdmission/new"
      title={t('formerPhone.addAdmission')}
      okText={t('formerPhone.admit')}
      initialValues={{ kind: 'list', endsAt: new Date(Date.now() + dayMs).toISOString() }}
      onSubmit={add}
      onClose={onClose}
    >
      <Form.Item name="kind" label={t('formerPhone.kind')}>
        <Radio.Group
          optionType="button"
          options={AdmissionKind.options.map((value) => ({ value, label: t(`formerPhone.kind.${value}`) }))}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before: Values, now: Values) => before.kind !== now.kind}>
        {({ getFieldValue }) =>
          getFieldValue('kind') === 'network' ? (
            <TextField
              draft={draft}
              name="network"
              label={t('formerPhone.network')}
              hint={t('formerPhone.networkHint')}
              placeholder="10.1.0.0/16"
            />
          ) : (
            <LinesField
              name="numbers"
              label={t('formerPhone.numbers')}
              hint={t('formerPhone.numbersHint', { count: maxListedNumbers })}
              required={t('formerPhone.numbersRequired')}
              limit={fileLimit}
            />
          )
        }
      </Form.Item>
      <Form.Item name="groupId" label={t('device.group')} extra={t('formerPhone.groupHint')}>
        <GroupPicker allowNew />
      </Form.Item>
      <Form.Item
        name="endsAt"
        label={t('formerPhone.endsAt')}
        extra={t('formerPhone.endHint', { count: maxAdmissionDays })}
        rules={[{ required: true, message: t('formerPhone.endWrong', { count: maxAdmissionDays }) }]}
      >
        <SiteTimeField />
      </Form.Item>
    </FormDrawer>
  )
}
