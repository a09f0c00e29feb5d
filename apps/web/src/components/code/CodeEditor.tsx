import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { Alert, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { loadCode } from '../../ground/load-code.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import { useLatest } from '../../ground/use-latest.ts'
import styles from './code.module.css'
import type { EditorPlace } from './code-mirror.ts'
import { longestChecked } from './types/protocol.ts'

type Editor = ReturnType<typeof import('./code-mirror.ts')['openEditor']>

interface CodeEditorProps {
  value?: string
  onChange?: (text: string) => void
  label: string
  language?: ScriptLanguage
  /** Selected and scrolled to when it opens, from 1. */
  line?: number | undefined
  /** Where the cursor goes, each time that another object is given. */
  place?: EditorPlace | undefined
}

/** The editor of a script; it is loaded with the first use. */
export function CodeEditor({ value = '', onChange, label, language = 'js', line, place }: CodeEditorProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const change = useLatest(onChange)
  const first = useRef({ text: value, line })
  const isDark = useDark()
  const [editor, setEditor] = useState<Editor>()
  const [hasTypes, setHasTypes] = useState(true)
  useEffect(() => {
    let opened: Editor | undefined
    let isGone = false
    inBackground(
      loadCode(() => import('./code-mirror.ts')).then(({ openEditor }) => {
        if (isGone || !box.current) return
        const onText = (text: string) => change.current?.(text)
        opened = openEditor({
          parent: box.current,
          ...first.current,
          label,
          isDark: false,
          onChange: onText,
          onTypesFailed: () => setHasTypes(false),
        })
        setEditor(opened)
      }),
    )
    return () => {
      isGone = true
      opened?.close()
    }
  }, [label, change])
  useEffect(() => editor?.setText(value), [editor, value])
  useEffect(() => editor?.setLanguage(language), [editor, language])
  useEffect(() => editor?.setDark(isDark), [editor, isDark])
  useEffect(() => {
    if (place) editor?.goTo(place)
  }, [editor, place])
  return (
    <div className={styles.framed}>
      <div className={styles.editor} ref={box}>
        {!editor && (
          <Skeleton
            className={styles.loading ?? ''}
            active
            title={false}
            aria-label={t('script.loadingEditor')}
          />
        )}
      </div>
      {!hasTypes && <Alert type="warning" showIcon title={t('script.typesFailed')} />}
      {language === 'ts' && value.length > longestChecked && (
        <Alert
          type="info"
          showIcon
          title={t('script.typesTooLong', { count: longestChecked.toLocaleString() })}
        />
      )}
    </div>
  )
}
