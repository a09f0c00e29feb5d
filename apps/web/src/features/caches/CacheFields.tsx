import { CacheDraft, type CacheRow, CacheType, caches } from '@fleetdeck/contract/caches'

import { Form, Input, InputNumber, Radio } from 'antd'
import { NumberField, OwnerField, TextField } from '../../crud/fields.tsx'
import { StoredField } from '../../crud/StoredField.tsx'
import { type Translate, useText } from '../../ground/language.ts'

export const typeOptions = (t: Translate) => [
  { value: CacheType.text, label: t('cache.typeText') },
  { value: CacheType.set, label: t('cache.typeSet') },
  { value: CacheType.list, label: t('cache.typeList') },
]

function ValueField() {
  const t = useText()
  const type = Form.useWatch<CacheType | undefined>('dataType') ?? CacheType.text
  const value = Form.useWatch<string | undefined>('content') ?? ''
  const count = value.split('\n').filter((line) => line.trim() !== '').length
  const hint = type === CacheType.set ? t('cache.setHint') : t('cache.linesHint')
  return (
    <Form.Item
      name="content"
      label={t('cache.value')}
      extra={type === CacheType.text ? undefined : `${hint} · ${t('cache.lineCount', { count })}`}
      rules={[{ required: true, message: t('cache.valueRequired') }]}
    >
      <Input.TextArea autoSize={{ minRows: type === CacheType.text ? 2 : 6, maxRows: 16 }} />
    </Form.Item>
  )
}

export function CacheFields({ cache }: { cache: CacheRow | undefined }) {
  const t = useText()
  return (
    <>
      <TextField draft={CacheDraft} name="cacheKey" label={t('cache.key')} autoFocus />
      <Form.Item name="dataType" label={t('cache.type')}>
        <Radio.Group options={typeOptions(t)} optionType="button" />
      </Form.Item>
      <StoredField name="content" one={caches.one} id={cache?.id}>
        <ValueField />
      </StoredField>
      <NumberField
        draft={CacheDraft}
        name="expireTime"
        label={t('cache.expiry')}
        hint={t('cache.expiryHint')}
      />
      <Form.Item name="expireTimeBefore" hidden>
        <InputNumber />
      </Form.Item>
      {!cache && <OwnerField label={t('cache.owner')} hint={t('cache.ownerHint')} />}
    </>
  )
}
