import { neighbourKeys } from '../../components/device-panel/neighbours.ts'
import { KeyRows } from '../../components/KeyRows.tsx'
import { ScreenKeyRows } from '../../components/screen/ScreenKeyRows.tsx'
import { soundKey } from '../../components/screen/SoundTool.tsx'
import { useText } from '../../ground/language.ts'
import styles from './screen-page.module.css'

export function Shortcuts() {
  const t = useText()
  return (
    <div className={styles.keys}>
      <div>{t('screen.shortcutsHint')}</div>
      <p>{t('screen.keyboardHint')}</p>
      <dl className={styles.shortcuts}>
        <ScreenKeyRows />
        <KeyRows rows={[[soundKey.label, t('screen.listen')]]} />
        <KeyRows rows={neighbourKeys.map(({ label, text }) => [label, t(text)])} />
        <dt>{t('screen.ctrlScroll')}</dt>
        <dd>{t('screen.zoomHere')}</dd>
        <dt>{t('screen.scroll')}</dt>
        <dd>{t('screen.swipe')}</dd>
      </dl>
    </div>
  )
}
