import styles from './components.module.css'

/** A label with a number behind it, which is left out if it is 0. */
export function CountedLabel({ text, count = 0 }: { text: string; count?: number | undefined }) {
  return (
    <>
      <span>{text}</span>
      {count > 0 && <span className={styles.labelCount}>{count.toLocaleString()}</span>}
    </>
  )
}
