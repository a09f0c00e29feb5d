import type { PhonePlace, PhonePosition } from '@fleetdeck/contract/phone-tools'
import { Alert, Radio, Spin } from 'antd'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { LanguageField, PositionField } from './PlaceFields.tsx'
import type { ToolTabProps } from './tool-tab.ts'
import styles from './tools.module.css'
import { useAskedTool } from './use-tool-answer.ts'

/** The position that apps of the phone get, its language, and its display where there are several. */
export function PlaceTab({ session }: ToolTabProps) {
  const t = useText()
  const { answer, reason, isBusy, ask } = useAskedTool(session, { tool: 'readPlace' })
  const { position, language, languageApp, displays, display } = answer?.place ?? {}
  const setPosition = async (wanted: PhonePosition) => {
    if (await ask({ tool: 'setPosition', position: wanted })) showSuccess(t('tools.positionSet'))
  }
  const setLanguage = async (wanted: string) => {
    if (await ask({ tool: 'setLanguage', language: wanted })) showSuccess(t('tools.languageSet'))
  }
  return (
    <Spin spinning={isBusy}>
      <div className={styles.tab}>
        {reason !== undefined && <Alert type="error" showIcon role="alert" title={reason} />}
        <section>
          <h3 className={styles.heading}>{t('tools.position')}</h3>
          <p className={styles.hint}>
            {position
              ? t('tools.positionIs', { latitude: position.latitude, longitude: position.longitude })
              : t('tools.positionOwn')}
          </p>
          <PositionField onSet={(wanted) => inBackground(setPosition(wanted))} />
        </section>
        <section>
          <h3 className={styles.heading}>{t('tools.language')}</h3>
          <p className={styles.hint}>
            {language && t('tools.languageIs', { language })}
            {languageApp && ` ${t('tools.languageOfApp', { app: languageApp })}`}
          </p>
          <LanguageField onSet={(wanted) => inBackground(setLanguage(wanted))} />
        </section>
        {displays && (
          <DisplayChoice
            displays={displays}
            shown={display}
            onShow={(wanted) => inBackground(ask({ tool: 'showDisplay', display: wanted }))}
          />
        )}
      </div>
    </Spin>
  )
}

interface DisplayChoiceProps {
  displays: NonNullable<PhonePlace['displays']>
  shown: number | undefined
  onShow: (id: number) => void
}

function DisplayChoice({ displays, shown, onShow }: DisplayChoiceProps) {
  const t = useText()
  const nameOf = ({ id, name }: { id: number; name: string }) =>
    name || (id === 0 ? t('tools.displayMain') : t('tools.displayOther', { id }))
  return (
    <section>
      <h3 className={styles.heading}>{t('tools.display')}</h3>
      <p className={styles.hint}>{t('tools.displayHint')}</p>
      <Radio.Group
        aria-label={t('tools.display')}
        vertical
        value={shown}
        onChange={({ target }) => onShow(target.value)}
        options={displays.map(({ width, height, ...display }) => ({
          value: display.id,
          label: t('tools.displayName', { name: nameOf(display), width, height }),
        }))}
      />
    </section>
  )
}
