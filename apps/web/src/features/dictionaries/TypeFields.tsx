import { type DictType, DictTypeDraft } from '@fleetdeck/contract/dictionaries'
import { Form } from 'antd'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'

export function TypeFields({ type }: { type: DictType | undefined }) {
  const t = useText()
  return (
    <>
      <TextField draft={DictTypeDraft} name="dictName" label={t('dict.name')} autoFocus />
      <TextField
        draft={DictTypeDraft}
        name="dictType"
        label={t('dict.type')}
        hint={t(type?.builtIn ? 'dict.typeFixedHint' : 'dict.typeHint')}
        disabled={type?.builtIn === true}
        spellCheck={false}
      />
      <Form.Item name="status" label={t('common.status')}>
        <DictField type="sys_normal_disable" as="radio" isNumber />
      </Form.Item>
      <TextAreaField draft={DictTypeDraft} name="remark" label={t('dict.remark')} />
    </>
  )
}
