import type { ReactNode } from 'react'
import styles from './crud.module.css'

/** Fields of a form beside each other, as many as there is room for. */
export function FormColumns({ count, children }: { count: 2 | 3; children: ReactNode }) {
  return <div className={count === 2 ? styles.twoColumns : styles.threeColumns}>{children}</div>
}
