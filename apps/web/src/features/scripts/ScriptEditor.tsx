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

interface SaveBarProps {
  script: Script
  text: string
  language: ScriptLanguage
  isChanged: boolean
  onSaved: () => unknown
}

/** An edit of a commit is not the next commit. */
const suggestedVersion = ({ version, source }: Script) =>
  source && /^[0-9a-f]{8}$/.test(version) ? `${version}-1` : nextVersion(version)

/** Saves the editor's text as a new version. */
function SaveBar({ script, text, language, isChanged, onSaved }: SaveBarProps) {
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
        onClick={() => void save().catch(() => undefined)}
      >
        {t('script.saveVersion')}
      </Button>
    </Flex>
  )
}

/** Edits a script and runs it on a phone. */
export function ScriptEditor({ script, line, onSaved, onClose }: ScriptEditorProps) {
  const t = useText()
  const mayTry = useMay(scriptTries.tryOut.permission)
  const mayEdit = useMay(scripts.edit.permission)
  const trial = useTry(script.id)
  const [typed, setTyped] = useState<string>()
  const [saved, setSaved] = useState<string>()
  const stored = languageOfFile(script.originalName)
  const [language, setLanguage] = useState(stored)
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.text.path, script.versionId],
    queryFn: ({ signal }) => call(scripts.text, { query: { versionId: script.versionId }, signal }),
    meta: { silent: true },
  })
  const text = typed ?? data?.text ?? ''
  const isChanged = data !== undefined && (text !== (saved ?? data.text) || language !== stored)
  const draft = useDraft({
    place: mayEdit ? `scriptText/${script.id}` : null,
    stored: saved ?? data?.text,
    read: () => text,
    restore: setTyped,
  })
  const edit = (next: string) => {
    setTyped(next)
    draft.keep()
  }
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
      title={t('script.benchOf', { name: script.scriptName })}
      onClose={() => void close().catch(() => undefined)}
      extra={
        mayEdit && (
          <SaveBar
            script={script}
            text={text}
            language={language}
            isChanged={isChanged}
            onSaved={() => {
              setSaved(text)
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
              />
            </div>
            <Flex gap={8} align="center" wrap>
              <LanguageField value={language} onChange={setLanguage} disabled={!mayEdit && !mayTry} />
              <p className={styles.hint}>
                {t('script.editorHint')} <ScriptReference />
              </p>
            </Flex>
          </div>
          {mayTry && <TryPane trial={trial} content={text} language={language} params={script.params} />}
        </div>
      )}
    </Drawer>
  )
}
