import { listClasses } from '@fleetdeck/contract/dictionaries'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { LookTag } from '../../components/dictionary/DictTag.tsx'
import { useText } from '../../ground/language.ts'

export function ValueFields({ dictType }: { dictType: string }) {
  const t = useText()
  const looks = listClasses.map((look) => ({
    value: look,
    label: <LookTag listClass={look}>{t(`dict.look.${look}`)}</LookTag>,
  }))
  return (
    <>
      <Form.Item label={t('dict.type')}>
        <Input value={dictType} disabled aria-label={t('dict.type')} />
      </Form.Item>
      <Form.Item
        name="dictLabel"
        label={t('dict.label')}
        rules={[{ required: true, whitespace: true, message: t('dict.labelRequired') }]}
      >
        <Input autoFocus maxLength={100} />
      </Form.Item>
      <Form.Item
        name="dictValue"
        label={t('dict.value')}
        rules={[{ required: true, whitespace: true, message: t('dict.valueRequired') }]}
      >
        <Input maxLength={100} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="dictSort"
        label={t('dict.sort')}
        rules={[{ required: true, message: t('dict.sortRequired') }]}
      >
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
      <Form.Item name="listClass" label={t('dict.listClass')}>
        <Select options={looks} />
      </Form.Item>
      <Form.Item name="cssClass" label={t('dict.cssClass')} extra={t('dict.cssClassHint')}>
        <Input maxLength={100} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="isDefault"
        label={t('dict.isDefault')}
        extra={t('dict.defaultHint')}
        valuePropName="checked"
        getValueProps={(isDefault) => ({ checked: Boolean(isDefault) })}
      >
        <Switch />
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
