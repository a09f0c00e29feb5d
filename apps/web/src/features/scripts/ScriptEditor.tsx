import { languageOfFile, type ScriptLanguage } from '@fleetdeck/contract/script-language'
import { type Script, scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Flex, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { askToDiscard, showFailure, shown } from '../../api/feedback.ts'
import { signIfAuthor } from '../../components/authors/author-key.ts'
import { CodeEditor } from '../../components/code/CodeEditor.tsx'
import { LanguageField } from '../../components/code/LanguageField.tsx'
import { ScriptReference } from '../../components/code/ScriptReference.tsx'
import { useDraft } from '../../components/drafts/use-draft.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { nextVersion } from '../../components/script-file/next-version.ts'
import { useRefusedPlace } from '../../components/script-file/use-refused-place.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { showSaved } from './HotCoverNotice.tsx'
import { SourceNotice } from './SourceNotice.tsx'
import styles from './scripts.module.css'
import { TryPane } from './TryPane.tsx'
import { useTry } from './use-try.ts'

interface ScriptEditorProps {
  script: Script
  /** Where it opens, from 1. */
  line?: number | undefined
  onSaved: () => unknown
  onClose: () => void
}

interface Written {
  text: string
  language: ScriptLanguage
}

interface SaveBarProps {
  script: Script
  text: string
  language: ScriptLanguage
  isChanged: boolean
  onSaved: () => unknown
  onRefused: (error: unknown) => void
}

/** An edit of a commit is not the next commit. */
const suggestedVersion = ({ version, source }: Script) =>
  source && /^[0-9a-f]{8}$/.test(version) ? `${version}-1` : nextVersion(version)

/** Saves the editor's text as a new version. */
function SaveBar({ script, text, language, isChanged, onSaved, onRefused }: SaveBarProps) {
  const t = useText()
  const [version, setVersion] = useState(suggestedVersion(script))
  const [isSending, setSending] = useState(false)
  const save = async () => {
    if (version.trim() === '') return showFailure(t('script.versionRequired'))
    setSending(true)
    try {
      const { id, scriptName, platformId, params, users } = script
      const info = { id, scriptName, platformId, params, userIds: users.map((user) => user.id) }
      await signIfAuthor(text)
      const { hot, findings } = await shown(
        call(scripts.edit, { body: { ...info, version, content: text, scriptLanguage: language } }),
      )
      showSaved(t, hot, findings)
      setVersion(nextVersion(version))
      await onSaved()
    } finally {
      setSending(false)
    }
  }
  return (
    <Flex gap={8} align="center">
      <Input
        style={{ width: 130 }}
        aria-label={t('script.version')}
        maxLength={40}
        value={version}
        onChange={(event) => setVersion(event.target.value)}
      />
      <Button
        type="primary"
        loading={isSending}
        disabled={!isChanged}
        onClick={() => void save().catch(onRefused)}
      >
        {t('script.saveVersion')}
      </Button>
    </Flex>
  )
}

const drawerClasses = { header: styles.editorHeader ?? '' }

/** Edits a script and runs it on a phone. */
export function ScriptEditor({ script, line, onSaved, onClose }: ScriptEditorProps) {
  const t = useText()
  const mayTry = useMay(scriptTries.tryOut.permission)
  const mayEdit = useMay(scripts.edit.permission)
  const trial = useTry(script.id)
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<ScriptLanguage>()
  const [saved, setSaved] = useState<Written>()
  const { place, showPlace } = useRefusedPlace()
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.text.path, script.versionId],
    queryFn: ({ signal }) => call(scripts.text, { query: { versionId: script.versionId }, signal }),
    meta: { silent: true },
  })
  const stored = saved ?? (data && { text: data.text, language: languageOfFile(script.originalName) })
  const text = typed ?? stored?.text ?? ''
  const language = chosen ?? stored?.language ?? 'js'
  const isChanged = stored !== undefined && (text !== stored.text || language !== stored.language)
  // Drafts of earlier versions of the console are texts.
  const draft = useDraft<Written | string>({
    place: mayEdit ? `scriptText/${script.id}` : null,
    stored,
    read: () => ({ text, language }),
    restore: (kept) => {
      setTyped(typeof kept === 'string' ? kept : kept.text)
      if (typeof kept !== 'string') setChosen(kept.language)
    },
  })
  const edit = (next: string) => {
    setTyped(next)
    draft.keep()
  }
  const choose = (next: ScriptLanguage) => {
    setChosen(next)
    draft.keep()
  }
  const onRefused = (error: unknown) => showPlace(error, script.scriptName)
  const close = async () => {
    if (isChanged && !(await askToDiscard())) return
    await trial.leave()
    if (isChanged) draft.drop()
    onClose()
  }
  return (
    <Drawer
      open
      size="100%"
      push={false}
      classNames={drawerClasses}
      title={t('script.benchOf', { name: script.scriptName })}
      onClose={() => void close().catch(() => undefined)}
      extra={
        mayEdit && (
          <SaveBar
            script={script}
            text={text}
            language={language}
            isChanged={isChanged}
            onRefused={onRefused}
            onSaved={() => {
              setSaved({ text, language })
              draft.drop()
              return onSaved()
            }}
          />
        )
      }
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && draft.bar}
      {script.source && <SourceNotice source={script.source} />}
      {data && (
        <div className={styles.editorLayout}>
          <div className={styles.pane}>
            <div className={styles.fill}>
              <CodeEditor
                value={text}
                onChange={edit}
                label={t('script.text')}
                language={language}
                line={line}
                place={place}
              />
            </div>
            <Flex gap={8} align="center" wrap>
              <LanguageField value={language} onChange={choose} disabled={!mayEdit && !mayTry} />
              <p className={styles.hint}>
                {t('script.editorHint')} <ScriptReference />
              </p>
            </Flex>
          </div>
          {mayTry && (
            <TryPane
              trial={trial}
              content={text}
              language={language}
              params={script.params}
              onRefused={onRefused}
            />
          )}
        </div>
      )}
    </Drawer>
  )
}
