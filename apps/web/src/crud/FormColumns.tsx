import type { ReactNode } from 'react'
import styles from './crud.module.css'

/** Form fields side by side, as many as fit. */
export function FormColumns({ count, children }: { count: 2 | 3; children: ReactNode }) {
  return <div className={count === 2 ? styles.twoColumns : styles.threeColumns}>{children}</div>
}
