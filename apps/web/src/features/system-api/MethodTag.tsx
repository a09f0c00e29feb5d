import { Tag } from 'antd'
import styles from './system-api.module.css'

const colors: Record<string, string> = { GET: 'blue', POST: 'green', PUT: 'orange', DELETE: 'red' }

export function MethodTag({ method }: { method: string }) {
  return (
    <Tag className={styles.method ?? ''} color={colors[method] ?? 'default'}>
      {method}
    </Tag>
  )
}
