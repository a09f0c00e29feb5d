import styles from './script-sources.module.css'

/** What a program or a server answered, folded; nothing for an empty text. */
export function Output({ title, text }: { title: string; text: string }) {
  if (!text) return null
  return (
    <details>
      <summary>{title}</summary>
      <pre className={styles.output}>{text}</pre>
    </details>
  )
}
