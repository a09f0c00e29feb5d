import type { ReactNode } from 'react'
import styles from './components.module.css'

/** Form fields side by side, one below the other on narrow screens. */
export function FormColumns({ count = 2, children }: { count?: 2 | 3; children: ReactNode }) {
  return <div className={count === 2 ? styles.twoColumns : styles.threeColumns}>{children}</div>
}
