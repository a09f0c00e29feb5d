import { PhoneLanguage } from '@fleetdeck/contract/phone-tools'
import { Alert, AutoComplete, Button, Form, InputNumber, Spin } from 'antd'
import { useState } from 'react'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import type { ToolTabProps } from './tool-tab.ts'
import styles from './tools.module.css'
import { useAskedTool } from './use-tool-answer.ts'

const languages = ['zh-CN', 'zh-TW', 'zh-HK', 'en-US', 'en-GB', 'ja-JP', 'ko-KR', 'fr-FR', 'de-DE', 'es-ES']
const highest = { latitude: 90, longitude: 180 } as const

/** The position that apps of the phone get, and its language. */
export function PlaceTab({ session }: ToolTabProps) {
  const t = useText()
  const { answer, reason, isBusy, ask } = useAskedTool(session, { tool: 'readPlace' })
  const { position, language, languageApp } = answer?.place ?? {}
  const [latitude, setLatitude] = useState<number | null>(null)
  const [longitude, setLongitude] = useState<number | null>(null)
  const [wanted, setWanted] = useState('')
  const isLanguage = PhoneLanguage.safeParse(wanted).success
  const setPosition = async () => {
    if (latitude === null || longitude === null) return
    if (await ask({ tool: 'setPosition', position: { latitude, longitude } }))
      showSuccess(t('tools.positionSet'))
  }
  const setLanguage = async () => {
    if (await ask({ tool: 'setLanguage', language: wanted })) showSuccess(t('tools.languageSet'))
  }
  return (
    <Spin spinning={isBusy}>
      <div className={styles.tab}>
        {reason !== undefined && <Alert type="error" showIcon role="alert" title={reason} />}
        <Form layout="vertical" onFinish={() => inBackground(setPosition())}>
          <h3 className={styles.heading}>{t('tools.position')}</h3>
          <p className={styles.hint}>
            {position
              ? t('tools.positionIs', { latitude: position.latitude, longitude: position.longitude })
              : t('tools.positionOwn')}
          </p>
          <div className={styles.bar}>
            <Coordinate kind="latitude" value={latitude} onChange={setLatitude} />
            <Coordinate kind="longitude" value={longitude} onChange={setLongitude} />
            <Button htmlType="submit" disabled={latitude === null || longitude === null}>
              {t('tools.setPosition')}
            </Button>
          </div>
        </Form>
        <Form layout="vertical" onFinish={() => inBackground(setLanguage())}>
          <h3 className={styles.heading}>{t('tools.language')}</h3>
          <p className={styles.hint}>
            {language && t('tools.languageIs', { language })}
            {languageApp && ` ${t('tools.languageOfApp', { app: languageApp })}`}
          </p>
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
      </div>
    </Spin>
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
