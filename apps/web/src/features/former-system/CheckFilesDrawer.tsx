import { formerScripts, type ScriptReading } from '@fleetdeck/contract/former-scripts'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { longestScriptText } from '@fleetdeck/contract/scripts'
import { useMutation } from '@tanstack/react-query'
import { Collapse, Drawer, Flex } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FileDrop } from '../../components/upload/FileDrop.tsx'
import { useText } from '../../ground/language.ts'
import styles from './former-scripts.module.css'
import { ScriptFindings } from './ScriptFindings.tsx'
import { SourceDrawer } from './SourceDrawer.tsx'
import { VerdictTag } from './VerdictTag.tsx'

interface CheckedFile {
  name: string
  text: string
  /** Undefined while it is checked, null when that failed. */
  reading: ScriptReading | null | undefined
}

/** MB; characters have up to four bytes. */
const fileLimit = (longestScriptText * 4) / 1_000_000

const unreadable = (reason: 'binary' | 'tooLong'): ScriptReading => ({
  ...{ verdict: 'unreadable', findings: [], isCut: false },
  unreadable: { reason, line: null, column: null },
})

async function check(file: File): Promise<CheckedFile> {
  const { name } = file
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    if (text.length > longestScriptText) return { name, text: '', reading: unreadable('tooLong') }
    return {
      name,
      text,
      reading: await call(formerScripts.checkScript, {
        body: { content: text, scriptLanguage: languageOfFile(name) },
      }),
    }
  } catch (error) {
    return { name, text: '', reading: error instanceof TypeError ? unreadable('binary') : null }
  }
}

function Result({ file, onLine }: { file: CheckedFile; onLine: (line: number) => void }) {
  const t = useText()
  if (file.reading) return <ScriptFindings reading={file.reading} onLine={onLine} />
  return <p className={styles.text}>{t('formerScript.checkFailed')}</p>
}

/** Checks script files of this computer before they are uploaded. */
export function CheckFilesDrawer({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [files, setFiles] = useState<CheckedFile[]>([])
  const [source, setSource] = useState<{ name: string; text: string; line: number }>()
  // One after the other.
  const checking = useMutation({
    scope: { id: formerScripts.checkScript.path },
    mutationFn: check,
    onSuccess: (checked) =>
      setFiles((known) => known.map((each) => (each.name === checked.name ? checked : each))),
  })
  /** Files of the same name replace each other. */
  const add = (file: File) => {
    const { name } = file
    setFiles((known) => [
      ...known.filter((each) => each.name !== name),
      { name, text: '', reading: undefined },
    ])
    checking.mutate(file)
  }
  const isChecking = files.some(({ reading }) => reading === undefined)
  const items = files.map((file) => ({
    key: file.name,
    label: file.name,
    extra: file.reading ? <VerdictTag verdict={file.reading.verdict} /> : undefined,
    collapsible: file.reading === undefined ? ('disabled' as const) : undefined,
    children: <Result file={file} onLine={(line) => setSource({ name: file.name, text: file.text, line })} />,
  }))
  return (
    <Drawer open size={720} title={t('formerScript.checkFiles')} onClose={onClose}>
      <Flex vertical gap={12}>
        <p className={styles.text}>{t('formerScript.checkFilesHint')}</p>
        <FileDrop
          types={['js', 'mjs', 'ts', 'mts', 'txt']}
          limit={fileLimit}
          isBusy={isChecking}
          isMany
          chosen={<span>{t(isChecking ? 'formerScript.checking' : 'formerScript.chooseFiles')}</span>}
          onFile={add}
        />
        {items.length > 0 && <Collapse items={items} />}
      </Flex>
      {source && <SourceDrawer {...source} onClose={() => setSource(undefined)} />}
    </Drawer>
  )
}
