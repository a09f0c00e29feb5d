import { screenLinks } from '@fleetdeck/contract/screen-links'
import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Space } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { SiteTimeField } from '../SiteTimeField.tsx'

const hourMs = 3_600_000
const quickHours = [1, 8, 24, 168] as const
const usualHours = 8

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

interface ValidityProps {
  id?: string
  /** ISO 8601. */
  value?: string | null
  onChange?: (value: string | null) => void
  maxDays: number
}

/** A time from now, or any. */
function Validity({ id, value, onChange, maxDays }: ValidityProps) {
  const t = useText()
  const [hours, setHours] = useState<number>(value ? 0 : Math.min(usualHours, maxDays * 24))
  const options = quickHours
    .filter((quick) => quick <= maxDays * 24)
    .map((quick) => ({
      value: quick as number,
      label:
        quick < 24 ? t('screenLink.hours', { count: quick }) : t('screenLink.days', { count: quick / 24 }),
    }))
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Radio.Group
        optionType="button"
        aria-label={t('screenLink.validity')}
        value={hours}
        options={[...options, { value: 0, label: t('screenLink.ownTime') }]}
        onChange={({ target }) => {
          setHours(target.value)
          onChange?.(target.value === 0 ? (value ?? inHours(usualHours)) : inHours(target.value))
        }}
      />
      {hours === 0 && (
        <SiteTimeField
          {...(id && { id })}
          value={value ?? null}
          {...(onChange && { onChange })}
          placeholder={t('screenLink.expiresAt')}
        />
      )}
    </Space>
  )
}

/** When a link expires: 8 hours from now unless something else is chosen. */
export function ValidityFields() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [screenLinks.limits.path],
    queryFn: ({ signal }) => call(screenLinks.limits, { signal }),
    meta: { silent: true },
  })
  if (!data) return null
  return (
    <Form.Item
      name="expiresAt"
      label={t('screenLink.validity')}
      extra={t('screenLink.endHint', { count: data.maxDays })}
      rules={[{ required: true, message: t('screenLink.expiresAt') }]}
    >
      <Validity maxDays={data.maxDays} />
    </Form.Item>
  )
}
