import { QuestionOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { KeyRows } from '../../../components/KeyRows.tsx'
import { ScreenKeyRows } from '../../../components/screen/ScreenKeyRows.tsx'
import { useText } from '../../../ground/language.ts'
import styles from './wall.module.css'

const keys = [
  ['← ↑ → ↓', 'wall.keyMove'],
  ['PgUp PgDn Home End', 'wall.keyFar'],
  ['Enter', 'wall.keyOpen'],
  ['Space', 'wall.keyChoose'],
  ['P', 'wall.keyPause'],
  ['T', 'wall.keyTake'],
  ['Alt + ← ↑ → ↓', 'wall.keyArrange'],
  ['Shift + F10', 'wall.keyMenu'],
  ['F', 'wall.keyFull'],
  ['Esc', 'wall.keyClose'],
] as const

/** The keys of the wall, those of a leader, and where the input on it goes. */
export function WallHelp({ isGroup }: { isGroup: boolean }) {
  const t = useText()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('screen.shortcuts')}
      content={
        <div className={styles.help}>
          {isGroup && (
            <>
              <h3>{t('wall.leads')}</h3>
              <p className={styles.hint}>{t('wall.leaderHint')}</p>
              <dl className={styles.shortcuts}>
                <ScreenKeyRows />
              </dl>
              <h3>{t('wall.title')}</h3>
            </>
          )}
          <dl className={styles.shortcuts}>
            <KeyRows rows={keys.map(([label, text]) => [label, t(text)])} />
          </dl>
        </div>
      }
    >
      <Button
        type="text"
        icon={<QuestionOutlined />}
        aria-label={t('screen.shortcuts')}
        title={t('screen.shortcuts')}
      />
    </Popover>
  )
}
