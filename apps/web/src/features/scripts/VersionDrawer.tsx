import type { ScriptVersionId } from '@fleetdeck/contract/ids'
import { type Script, scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { CodeView } from '../../components/code/CodeView.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'
import styles from './scripts.module.css'

interface VersionDrawerProps {
  script: Script
  versionId: ScriptVersionId
  line: number | undefined
  /** Opens the editor with the current version. */
  onEdit: () => void
  onClose: () => void
}

/** The text of an earlier version, at a line of it. */
export function VersionDrawer({ script, versionId, line, onEdit, onClose }: VersionDrawerProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [scripts.text.path, versionId, 'named'],
    queryFn: async ({ signal }) => {
      const [{ text }, versions] = await Promise.all([
        call(scripts.text, { query: { versionId }, signal }),
        call(scripts.versions, { query: { id: script.id }, signal }),
      ])
      return { text, version: versions.find(({ id }) => id === versionId)?.version ?? '' }
    },
    meta: { silent: true },
  })
  const values = { version: data?.version ?? '', current: script.version }
  return (
    <Drawer
      open
      size="100%"
      title={[script.scriptName, data?.version].filter(Boolean).join(' ')}
      onClose={onClose}
      extra={<Button onClick={onEdit}>{t('script.openCurrent')}</Button>}
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div className={`${styles.pane} ${styles.version}`}>
          <Alert type="warning" showIcon title={t('script.versionThatRan', values)} />
          <div className={styles.fill}>
            <CodeView text={data.text} label={t('script.text')} {...(line && { line })} />
          </div>
        </div>
      )}
    </Drawer>
  )
}
