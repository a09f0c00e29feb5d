import { useIsFetching } from '@tanstack/react-query'
import styles from './crud.module.css'

/** While rows of this call are loaded. By itself: a refresh that brings nothing new does not render the list. */
export function BusyBar({ path }: { path: string }) {
  return <div className={styles.bar} data-busy={useIsFetching({ queryKey: [path] }) > 0} aria-hidden />
}
