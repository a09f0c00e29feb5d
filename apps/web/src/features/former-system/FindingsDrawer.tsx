import { type FormerScript, formerScripts } from '@fleetdeck/contract/former-scripts'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Drawer, Flex, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, shown } from '../../api/feedback.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { ScriptFindings } from './ScriptFindings.tsx'
import { SourceDrawer } from './SourceDrawer.tsx'
import { VerdictTag } from './VerdictTag.tsx'

/** The functions that a script uses; its lines open it. */
export function FindingsDrawer({ script, onClose }: { script: FormerScript; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const maySee = useMay(scripts.text.permission)
  const [source, setSource] = useState<{ text: string; line: number }>()
  const { data, error, refetch } = useQuery({
    queryKey: [formerScripts.one.path, script.id],
    queryFn: ({ signal }) => call(formerScripts.one, { query: { id: script.id }, signal }),
    meta: { silent: true },
  })
  const open = async (versionId: FormerScript['versionId'], line: number) => {
    const { text } = await shown(
      client.fetchQuery({
        queryKey: [scripts.text.path, versionId],
        queryFn: ({ signal }) => call(scripts.text, { query: { versionId }, signal }),
        meta: { silent: true },
      }),
    )
    setSource({ text, line })
  }
  return (
    <Drawer
      open
      size={720}
      title={t('formerScript.detailsOf', { name: script.scriptName })}
      onClose={onClose}
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <Flex vertical gap={12}>
          <span>
            <VerdictTag verdict={data.verdict} /> {t('script.version')} {data.version}
          </span>
          <ScriptFindings
            reading={data.reading}
            onLine={maySee ? (line) => inBackground(open(data.versionId, line)) : undefined}
          />
        </Flex>
      )}
      {source && <SourceDrawer {...source} name={script.scriptName} onClose={() => setSource(undefined)} />}
    </Drawer>
  )
}
