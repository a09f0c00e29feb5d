import type { PhonePosition } from '@fleetdeck/contract/phone-tools'
import { PhoneLanguage } from '@fleetdeck/contract/phone-tools'
import { AutoComplete, Button, Form, InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '../../ground/language.ts'
import styles from './tools.module.css'

const languages = ['zh-CN', 'zh-TW', 'zh-HK', 'en-US', 'en-GB', 'ja-JP', 'ko-KR', 'fr-FR', 'de-DE', 'es-ES']
const highest = { latitude: 90, longitude: 180 } as const

/** A position that apps of a phone are to get. */
export function PositionField({ onSet }: { onSet: (position: PhonePosition) => void }) {
  const t = useText()
  const [latitude, setLatitude] = useState<number | null>(null)
  const [longitude, setLongitude] = useState<number | null>(null)
  const submit = () => {
    if (latitude !== null && longitude !== null) onSet({ latitude, longitude })
  }
  return (
    <Form layout="vertical" onFinish={submit}>
      <div className={styles.bar}>
        <Coordinate kind="latitude" value={latitude} onChange={setLatitude} />
        <Coordinate kind="longitude" value={longitude} onChange={setLongitude} />
        <Button htmlType="submit" disabled={latitude === null || longitude === null}>
          {t('tools.setPosition')}
        </Button>
      </div>
    </Form>
  )
}

/** A language for a phone. */
export function LanguageField({ onSet }: { onSet: (language: string) => void }) {
  const t = useText()
  const [wanted, setWanted] = useState('')
  const isLanguage = PhoneLanguage.safeParse(wanted).success
  return (
    <Form layout="vertical" onFinish={() => onSet(wanted)}>
      <div className={styles.bar}>
        <AutoComplete
          className={styles.search ?? ''}
          aria-label={t('tools.language')}
          placeholder="zh-TW"
          value={wanted}
          options={languages.map((value) => ({ value }))}
          onChange={setWanted}
        />
        <Button htmlType="submit" disabled={!isLanguage}>
          {t('tools.setLanguage')}
        </Button>
      </div>
    </Form>
  )
}

interface CoordinateProps {
  kind: keyof typeof highest
  value: number | null
  onChange: (value: number | null) => void
}

function Coordinate({ kind, value, onChange }: CoordinateProps) {
  const t = useText()
  const label = t(kind === 'latitude' ? 'tools.latitude' : 'tools.longitude')
  return (
    <InputNumber<number>
      className={styles.coordinate ?? ''}
      min={-highest[kind]}
      max={highest[kind]}
      placeholder={label}
      aria-label={label}
      value={value}
      onChange={onChange}
    />
  )
}
