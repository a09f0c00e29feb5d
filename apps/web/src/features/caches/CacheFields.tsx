import { type CacheRow, CacheType, caches, longestExpiry } from '@fleetdeck/contract/caches'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio } from 'antd'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { type Translate, useText } from '../../ground/language.ts'

export const typeOptions = (t: Translate) => [
  { value: CacheType.text, label: t('cache.typeText') },
  { value: CacheType.set, label: t('cache.typeSet') },
  { value: CacheType.list, label: t('cache.typeList') },
]

/** The list shows the beginning of a value; the form needs all of it. */
function useWholeValue(cache: CacheRow | undefined) {
  const form = Form.useFormInstance()
  const { data, isPending } = useQuery({
    queryKey: [caches.list.path, 'one', cache?.id],
    queryFn: cache ? ({ signal }) => call(caches.one, { query: { id: cache.id }, signal }) : skipToken,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const content = data?.content
  useEffect(() => {
    if (content !== undefined) form.setFieldValue('content', content)
  }, [form, content])
  return cache !== undefined && isPending
}

function ValueField({ isLoading }: { isLoading: boolean }) {
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
      <Input.TextArea
        autoSize={{ minRows: type === CacheType.text ? 2 : 6, maxRows: 16 }}
        disabled={isLoading}
        placeholder={isLoading ? t('table.loading') : ''}
      />
    </Form.Item>
  )
}

export function CacheFields({ cache }: { cache: CacheRow | undefined }) {
  const t = useText()
  const isLoading = useWholeValue(cache)
  return (
    <>
      <Form.Item
        name="cacheKey"
        label={t('cache.key')}
        rules={[
          { required: true, whitespace: true, message: t('cache.keyRequired') },
          { max: 200, message: t('cache.keyLength') },
        ]}
      >
        <Input autoFocus maxLength={200} />
      </Form.Item>
      <Form.Item name="dataType" label={t('cache.type')}>
        <Radio.Group options={typeOptions(t)} optionType="button" />
      </Form.Item>
      <ValueField isLoading={isLoading} />
      <Form.Item name="expireTime" label={t('cache.expiry')} extra={t('cache.expiryHint')}>
        <InputNumber min={1} max={longestExpiry} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="expireTimeBefore" hidden>
        <InputNumber />
      </Form.Item>
      {!cache && (
        <Form.Item name="tenantId" label={t('cache.owner')} extra={t('cache.ownerHint')}>
          <UserPicker allowClear />
        </Form.Item>
      )}
    </>
  )
}
