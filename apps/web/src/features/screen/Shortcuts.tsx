import { neighbourKeys } from '../../components/device-panel/neighbours.ts'
import { KeyRows } from '../../components/KeyRows.tsx'
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
        <KeyRows rows={screenKeys.map(({ label, action }) => [label, t(actionTexts[action])])} />
        <KeyRows rows={neighbourKeys.map(({ label, text }) => [label, t(text)])} />
        <KeyRows
          rows={[
            ['Ctrl + V', t('screen.pasteHere')],
            ['Ctrl + C', t('screen.copyHere')],
          ]}
        />
        <dt>{t('screen.ctrlScroll')}</dt>
        <dd>{t('screen.zoomHere')}</dd>
        <dt>{t('screen.scroll')}</dt>
        <dd>{t('screen.swipe')}</dd>
      </dl>
    </div>
  )
}
