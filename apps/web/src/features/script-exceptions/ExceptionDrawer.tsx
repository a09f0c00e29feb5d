import type { ScriptExceptionId } from '@fleetdeck/contract/ids'
import type { ScriptEvidence } from '@fleetdeck/contract/script-evidence'
import { type ScriptExceptionDetails, scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions, Drawer, Skeleton } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { CopyButton } from '../../components/CopyText.tsx'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { EvidenceScreen } from './EvidenceScreen.tsx'
import styles from './script-exceptions.module.css'
import { stackLines } from './stack-lines.ts'

/** The parameter of the page's address that opens an error. */
export const exceptionParam = 'exception'
const linkTo = (id: ScriptExceptionId) =>
  `${location.origin}/task/scriptException?${new URLSearchParams({ [exceptionParam]: String(id) })}`

/** The editor with the version that ran, at a line of it. */
function editorPath({ scriptId, versionId }: NonNullable<ScriptExceptionDetails['ran']>, line: number) {
  const params = { edit: String(scriptId), version: String(versionId), line: String(line) }
  return `/task/script?${new URLSearchParams(params)}`
}

/** Message and stack; positions in the script open the editor there. */
function Stack({ error: { exception, scriptName, ran } }: { error: ScriptExceptionDetails }) {
  const t = useText()
  const maySee = useMay(scripts.text.permission)
  const lines = stackLines(exception, scriptName)
  const hasPlace = lines.some(({ line }) => line !== undefined)
  return (
    <section aria-label={t('scriptException.stack')}>
      <h3>{t('scriptException.stack')}</h3>
      <pre className={styles.stack}>
        {lines.map(({ before, place, line, after }, at) => (
          <span key={at}>
            {before}
            {maySee && ran && line !== undefined ? (
              <Link to={editorPath(ran, line)} title={t('scriptException.openLine', { line })}>
                {place}
              </Link>
            ) : (
              place
            )}
            {after}
            {'\n'}
          </span>
        ))}
      </pre>
      {hasPlace && !ran && <p className={styles.soft}>{t('scriptException.ranUnknown')}</p>}
    </section>
  )
}

function Lines({ lines }: { lines: ScriptEvidence['lines'] }) {
  const t = useText()
  return (
    <section aria-label={t('scriptException.lastLines')}>
      <h3>{t('scriptException.lastLines')}</h3>
      {lines.length === 0 && <EmptyState text={t('scriptException.noLines')} />}
      <ol className={styles.lines}>
        {lines.map(({ at, level, msg }) => (
          <li key={at} data-level={level}>
            <time>{fullTime(new Date(at))}</time>
            <pre>{msg}</pre>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Evidence({ error: { id, evidence } }: { error: ScriptExceptionDetails }) {
  const t = useText()
  const isStored = evidence === 'stored'
  const { data, error, refetch } = useQuery({
    queryKey: [scriptExceptions.list.path, 'evidence', id],
    queryFn: ({ signal }) => call(scriptExceptions.evidence, { query: { id }, signal }),
    enabled: isStored,
    // It never changes.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  if (!isStored) return <Alert type="info" showIcon title={t(`scriptException.evidence.${evidence}`)} />
  if (error) return <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  return (
    <>
      {data.blurred && <Alert type="info" showIcon title={t('scriptException.blurred')} />}
      <EvidenceScreen evidence={data} />
      <Lines lines={data.lines} />
    </>
  )
}

function Facts({ error }: { error: ScriptExceptionDetails }) {
  const t = useText()
  const { ran, scriptName, scriptVersion, deviceNo, osVersion, apkVersion, createdAt } = error
  const isOld = ran && ran.versionId !== ran.currentVersionId
  const items = [
    {
      key: 'device',
      label: t('scriptException.device'),
      children: <Link to={devicePath(deviceNo)}>{deviceNo}</Link>,
    },
    { key: 'at', label: t('scriptException.at'), children: fullTime(createdAt) },
    {
      key: 'version',
      label: t('scriptException.version'),
      children: isOld
        ? t('scriptException.ranOld', { version: ran.version, current: ran.currentVersion })
        : `${scriptName} ${scriptVersion}`,
    },
    {
      key: 'os',
      label: t('scriptException.osVersion'),
      children: osVersion || t('scriptException.unknown'),
    },
    { key: 'apk', label: t('scriptException.apkVersion'), children: apkVersion || '–' },
  ]
  return <Descriptions size="small" column={{ xs: 1, md: 2 }} items={items} />
}

/** One error with its evidence; the address of the page opens it. */
export function ExceptionDrawer({ id, onClose }: { id: ScriptExceptionId; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [scriptExceptions.list.path, 'one', id],
    queryFn: ({ signal }) => call(scriptExceptions.one, { query: { id }, signal }),
    meta: { silent: true },
  })
  return (
    <Drawer
      open
      size={980}
      title={data?.scriptName ?? t('scriptException.one')}
      onClose={onClose}
      extra={data && <CopyButton text={linkTo(id)} label={t('scriptException.copyLink')} />}
    >
      {error && <ErrorState title={t('scriptException.one')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div className={styles.details}>
          <Facts error={data} />
          <Stack error={data} />
          <Evidence error={data} />
        </div>
      )}
    </Drawer>
  )
}
