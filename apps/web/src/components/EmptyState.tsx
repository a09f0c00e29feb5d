import { InboxOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import styles from './components.module.css'

/** Explains what would be here; the children create the first item. */
export function EmptyState({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <InboxOutlined className={styles.stateIcon} style={{ fontSize: 36 }} aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  )
}
