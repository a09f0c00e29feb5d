import { Alert } from 'antd'
import { listText, useText } from '../../ground/language.ts'
import styles from './import.module.css'

interface ColumnsNoticeProps {
  text: 'import.willSkip' | 'import.ignored'
  /** Titles; a file may have hundreds. */
  columns: readonly string[]
}

/** Names the columns that are not imported. */
export function ColumnsNotice({ text, columns }: ColumnsNoticeProps) {
  const t = useText()
  if (columns.length === 0) return null
  return (
    <Alert type="info" showIcon className={styles.notice} title={t(text, { columns: listText(columns) })} />
  )
}
