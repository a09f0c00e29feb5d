import { Tabs } from 'antd'
import { useText } from '../../ground/language.ts'
import { CopyButton } from '../CopyText.tsx'
import { curlExample, type ExampleCall, pythonExample, typeScriptExample } from './call-examples.ts'
import styles from './code.module.css'

/** A text to be copied unchanged. */
export function CodeBlock({ text }: { text: string }) {
  const t = useText()
  return (
    <div className={styles.block}>
      <pre>{text}</pre>
      <div className={styles.blockCopy}>
        <CopyButton text={text} label={t('table.copy')} />
      </div>
    </div>
  )
}

/** One call as a shell command and as program code. */
export function CallExamples({ example }: { example: ExampleCall }) {
  return (
    <Tabs
      size="small"
      items={[
        { key: 'curl', label: 'curl', children: <CodeBlock text={curlExample(example)} /> },
        { key: 'ts', label: 'TypeScript', children: <CodeBlock text={typeScriptExample(example)} /> },
        { key: 'python', label: 'Python', children: <CodeBlock text={pythonExample(example)} /> },
      ]}
    />
  )
}
