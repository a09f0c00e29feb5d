import { CodeTarget, EnrolmentCodeDraft } from '@fleetdeck/contract/enrolment-codes'
import { Form, Radio } from 'antd'
import { GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { OwnerField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'

/** A code for a group needs one. */
const ofGroup = { shape: { numberPrefix: EnrolmentCodeDraft.shape.numberPrefix.unwrap() } }

/** Whose the phones become: fields of other choices are not sent. */
export function TargetFields() {
  const t = useText()
  const form = Form.useFormInstance()
  const target: CodeTarget = Form.useWatch('target', form) ?? 'user'
  return (
    <>
      <Form.Item name="target" label={t('enrolmentCode.target')} extra={t(`enrolmentCode.${target}Hint`)}>
        <Radio.Group
          optionType="button"
          options={CodeTarget.options.map((value) => ({ value, label: t(`enrolmentCode.${value}`) }))}
        />
      </Form.Item>
      {target === 'user' && (
        <OwnerField label={t('enrolmentCode.owner')} hint={t('enrolmentCode.ownerHint')} />
      )}
      {target === 'group' && (
        <>
          <Form.Item
            name="groupId"
            label={t('enrolmentCode.group')}
            rules={[{ required: true, message: t('device.groupRequired') }]}
          >
            <GroupPicker />
          </Form.Item>
          <TextField
            draft={ofGroup}
            name="numberPrefix"
            label={t('enrolmentCode.prefix')}
            hint={t('enrolmentCode.prefixHint')}
          />
        </>
      )}
    </>
  )
}
