import { neighbourKeys } from '../../components/device-panel/neighbours.ts'
import { actionTexts } from '../../components/screen/action-texts.ts'
import { useText } from '../../ground/language.ts'
import { screenKeys } from '../../realtime/screen/screen-keys.ts'
import styles from './screen-page.module.css'

export function Shortcuts() {
  const t = useText()
  return (
    <div className={styles.keys}>
      <div>{t('screen.shortcutsHint')}</div>
      <dl className={styles.shortcuts}>
        {screenKeys.map(({ label, action }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>
              <kbd>{label}</kbd>
            </dt>
            <dd>{t(actionTexts[action])}</dd>
          </div>
        ))}
        {neighbourKeys.map(({ label, text }) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>
              <kbd>{label}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
        <dt>
          <kbd>Ctrl + V</kbd>
        </dt>
        <dd>{t('screen.pasteHere')}</dd>
        <dt>
          <kbd>Ctrl + C</kbd>
        </dt>
        <dd>{t('screen.copyHere')}</dd>
        <dt>{t('screen.ctrlScroll')}</dt>
        <dd>{t('screen.zoomHere')}</dd>
        <dt>{t('screen.scroll')}</dt>
        <dd>{t('screen.swipe')}</dd>
      </dl>
    </div>
  )
}
