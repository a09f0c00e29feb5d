import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** Matching rows on other pages that could be selected too. */
  more?: { total: number; choose: () => void }
  /** Actions on the selection. */
  children: ReactNode
}

export function SelectionBar({ count, onClear, more, children }: SelectionBarProps) {
  const t = useText()
  return (
    <div className={styles.selection} role="status">
      <strong>{t('table.selected', { count })}</strong>
      {more && (
        <Button type="link" size="small" onClick={more.choose}>
          {t('table.selectAll', { total: more.total })}
        </Button>
      )}
      <div className={styles.batch}>{children}</div>
      <Button type="link" size="small" onClick={onClear}>
        {t('table.clearSelection')}
      </Button>
    </div>
  )
}
