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
/** What every site allows. */
const leastDays = 1

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
/** The end of a new link unless another is chosen. */
export const usualEnd = () => inHours(usualHours)

interface ValidityProps {
  id?: string
  /** ISO 8601. */
  value?: string | null
  onChange?: (value: string | null) => void
  maxDays: number
  /** The value is an end that was chosen before. */
  isChosen: boolean
}

/** A time from now, or any. */
function Validity({ id, value, onChange, maxDays, isChosen }: ValidityProps) {
  const t = useText()
  const [hours, setHours] = useState<number>(isChosen ? 0 : usualHours)
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
          onChange?.(target.value === 0 ? (value ?? usualEnd()) : inHours(target.value))
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

/** When a link expires. */
export function ValidityFields({ isChosen = false }: { isChosen?: boolean }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [screenLinks.limits.path],
    queryFn: ({ signal }) => call(screenLinks.limits, { signal }),
    meta: { silent: true },
  })
  // Also without the limit: a form sends only the fields that it has.
  return (
    <Form.Item
      name="expiresAt"
      label={t('screenLink.validity')}
      extra={data && t('screenLink.endHint', { count: data.maxDays })}
      rules={[{ required: true, message: t('screenLink.expiresAt') }]}
    >
      <Validity maxDays={data?.maxDays ?? leastDays} isChosen={isChosen} />
    </Form.Item>
  )
}
