import { type ScrcpyFile, scrcpyServer } from '@fleetdeck/contract/scrcpy-server'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { CopyText } from '../../components/CopyText.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { InfoList } from '../../components/panels/InfoList.tsx'
import panels from '../../components/panels/panels.module.css'
import { StateBadge } from '../../components/StateBadge.tsx'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { ScrcpyUpload } from './ScrcpyUpload.tsx'

function FileDetails({ file }: { file: ScrcpyFile }) {
  const t = useText()
  const { fileName, version, size, sha256, isPublished, userName, addedAt } = file
  const check = isPublished ? t('scrcpy.published') : t('scrcpy.trusted', { name: userName })
  return (
    <InfoList
      title={t('scrcpy.current')}
      rows={[
        [t('scrcpy.fileName'), fileName],
        [t('scrcpy.version'), version || t('scrcpy.versionUnknown')],
        [t('scrcpy.size'), byteText(size)],
        ['SHA-256', <CopyText key="sha256" text={sha256} />],
        [
          t('scrcpy.check'),
          <StateBadge key="check" condition={isPublished ? 'done' : 'trouble'} text={check} />,
        ],
        [t('scrcpy.addedBy'), userName],
        [t('scrcpy.addedAt'), fullTime(addedAt)],
      ]}
    />
  )
}

/** The server file of scrcpy that all agents receive. */
export function ScrcpyServerPage() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const mayEdit = useMay(scrcpyServer.replace.permission)
  const { data, error, refetch } = useQuery({
    queryKey: [scrcpyServer.one.path],
    queryFn: ({ signal }) => call(scrcpyServer.one, { signal }),
    meta: { silent: true },
  })
  const changed = () => client.invalidateQueries({ queryKey: [scrcpyServer.one.path] })
  const remove = ({ fileName, sha256 }: ScrcpyFile) =>
    confirm({
      title: t('scrcpy.removeTitle'),
      names: [fileName],
      hint: t('scrcpy.removeHint'),
      okText: t('scrcpy.remove'),
      run: async () => {
        await call(scrcpyServer.remove, { body: { sha256 } })
        showSuccess(t('scrcpy.removed'))
        await changed()
      },
    })
  return (
    <section className={panels.page} aria-label={t('scrcpy.title')}>
      <header className={panels.head}>
        <h1>{t('scrcpy.title')}</h1>
        <span className={panels.headTools}>
          {data && mayEdit && (
            <Button danger onClick={() => remove(data)}>
              {t('scrcpy.remove')}
            </Button>
          )}
        </span>
      </header>
      <Alert type="info" showIcon title={t('scrcpy.intro')} />
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {data === undefined && !error && <Skeleton active />}
      {data && <FileDetails file={data} />}
      {data === null && (
        <div className={panels.card}>
          <EmptyState text={t('scrcpy.none')} />
        </div>
      )}
      {data !== undefined && mayEdit && <ScrcpyUpload isReplaced={data !== null} onSaved={changed} />}
    </section>
  )
}
