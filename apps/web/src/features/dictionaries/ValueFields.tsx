import { DictItemDraft, listClasses } from '@fleetdeck/contract/dictionaries'
import { Form, Input, Select, Switch } from 'antd'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { StyledTag } from '../../components/dictionary/DictTag.tsx'
import { NumberField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'

export function ValueFields({ dictType }: { dictType: string }) {
  const t = useText()
  const looks = listClasses.map((look) => ({
    value: look,
    label: <StyledTag listClass={look}>{t(`dict.look.${look}`)}</StyledTag>,
  }))
  return (
    <>
      <Form.Item label={t('dict.type')}>
        <Input value={dictType} disabled aria-label={t('dict.type')} />
      </Form.Item>
      <TextField draft={DictItemDraft} name="dictLabel" label={t('dict.label')} autoFocus />
      <TextField draft={DictItemDraft} name="dictValue" label={t('dict.value')} spellCheck={false} />
      <NumberField draft={DictItemDraft} name="dictSort" label={t('dict.sort')} />
      <Form.Item name="listClass" label={t('dict.listClass')}>
        <Select options={looks} />
      </Form.Item>
      <TextField
        draft={DictItemDraft}
        name="cssClass"
        label={t('dict.cssClass')}
        hint={t('dict.cssClassHint')}
        spellCheck={false}
      />
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
      <TextAreaField draft={DictItemDraft} name="remark" label={t('dict.remark')} />
    </>
  )
}
