import { Button, Collapse } from 'antd'
import { CodeView } from '../../components/code/CodeView.tsx'
import { useText } from '../../ground/language.ts'
import styles from './scripts.module.css'

export interface ExampleScript {
  /** The name of its file: its ending is its language, and modules are imported by it. */
  scriptName: string
  content: string
}

const contents = import.meta.glob<string>('../../../../../docs/examples/scripts/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** In the order of docs/examples. */
const names = [
  'sign-up.js',
  'collect-feed.js',
  'follow-prices.js',
  'answer-messages.js',
  'check-in.js',
  'code-from-operator.js',
  'tap-picture.js',
  'share-work.js',
  'phone-report.js',
  'tidy-up.ts',
  'phone-tools.ts',
] as const

/** The examples of docs/examples with their code. */
export function ExampleList({ onUse }: { onUse: (example: ExampleScript) => void }) {
  const t = useText()
  const items = names.map((scriptName) => {
    const content = contents[`../../../../../docs/examples/scripts/${scriptName}`] ?? ''
    return {
      key: scriptName,
      label: (
        <>
          <strong>{t(`scriptExample.${scriptName}`)}</strong> <code>{scriptName}</code>
          <p className={styles.hint}>{t(`scriptExample.${scriptName}.hint`)}</p>
        </>
      ),
      children: (
        <>
          <div className={styles.example}>
            <CodeView text={content} label={scriptName} />
          </div>
          <Button type="primary" onClick={() => onUse({ scriptName, content })}>
            {t('scriptExample.use')}
          </Button>
        </>
      ),
    }
  })
  return (
    <>
      <p>{t('scriptExample.intro')}</p>
      <Collapse accordion items={items} />
    </>
  )
}
