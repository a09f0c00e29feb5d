import { RightOutlined } from '@ant-design/icons'
import { quirks } from '@fleetdeck/contract/quirks/quirks'
import { useLanguage, useText } from '../../ground/language.ts'
import styles from './phone-check.module.css'

/** The way through the phone's settings in its own words, up to the switch; nothing for an unknown way. */
export function WaySteps({ way }: { way: string }) {
  const t = useText()
  const language = useLanguage((state) => state.language)
  const quirk = quirks.find(({ id }) => id === way)
  if (!quirk) return null
  const steps = quirk.steps[language]
  const turn = t(quirk.turn === 'on' ? 'check.turnOn' : 'check.turnOff')
  return (
    <div className={styles.way}>
      <ol className={styles.steps} aria-label={t('check.howToMend')}>
        {steps.map((step, place) => (
          <li key={step}>
            <span className={styles.step}>
              {step}
              {place === steps.length - 1 && (
                <span
                  className={styles.switch}
                  data-turn={quirk.turn}
                  role="img"
                  aria-label={turn}
                  title={turn}
                />
              )}
            </span>
            {place < steps.length - 1 && <RightOutlined className={styles.then} aria-hidden />}
          </li>
        ))}
      </ol>
      {quirk.note && <p className={styles.hint}>{quirk.note[language]}</p>}
      <a className={styles.source} href={quirk.source} target="_blank" rel="noreferrer">
        {t('check.source')}
      </a>
    </div>
  )
}
