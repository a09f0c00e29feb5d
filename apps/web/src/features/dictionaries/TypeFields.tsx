import { type DictType, dictTypePattern } from '@fleetdeck/contract/dictionaries'
import { Form, Input } from 'antd'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { useText } from '../../ground/language.ts'

export function TypeFields({ type }: { type: DictType | undefined }) {
  const t = useText()
  return (
    <>
      <Form.Item
        name="dictName"
        label={t('dict.name')}
        rules={[{ required: true, whitespace: true, message: t('dict.nameRequired') }]}
      >
        <Input autoFocus maxLength={100} />
      </Form.Item>
      <Form.Item
        name="dictType"
        label={t('dict.type')}
        extra={t(type?.builtIn ? 'dict.typeFixedHint' : 'dict.typeHint')}
        rules={[
          { required: true, message: t('dict.typeRequired') },
          { pattern: dictTypePattern, message: t('dict.typeWrong') },
        ]}
      >
        <Input maxLength={100} disabled={type?.builtIn === true} spellCheck={false} />
      </Form.Item>
      <Form.Item name="status" label={t('common.status')}>
        <DictField type="sys_normal_disable" as="radio" isNumber />
      </Form.Item>
      <Form.Item name="remark" label={t('dict.remark')}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </>
  )
}
