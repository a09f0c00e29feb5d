import { type ServerState, sampleSeconds, serviceMonitor } from '@fleetdeck/contract/service-monitor'
import { useQuery } from '@tanstack/react-query'
import { Alert, Segmented, Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import panels from '../../components/panels/panels.module.css'
import { StateShape } from '../../components/StateBadge.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { ServerCharts } from './ServerCharts.tsx'
import { ServerList } from './ServerList.tsx'
import { ServerTables } from './ServerTables.tsx'

const serverLabel = (t: Translate, { serverName, isOwn, isAlive }: ServerState) => (
  <>
    <StateShape condition={isAlive ? 'online' : 'failed'} /> {serverName}
    {!isAlive && ` · ${t('service.gone')}`}
    {isOwn && ` · ${t('service.this')}`}
  </>
)

const quickMs = 2000

const isMoving = ({ duty }: ServerState) =>
  duty !== null && (duty.isDraining || (duty.spread !== null && !duty.spread.isOver))

/** Each server of the installation: properties, usage, and charts of the last hour. */
export function ServiceMonitorPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [serviceMonitor.info.path],
    queryFn: ({ signal }) => call(serviceMonitor.info, { signal }),
    // Polls faster while phones are moving.
    refetchInterval: ({ state }) => (state.data?.servers.some(isMoving) ? quickMs : sampleSeconds * 1000),
    meta: { silent: true },
  })
  const servers = data?.servers ?? []
  const asked = params.get('server')
  const server =
    servers.find((each) => each.serverName === asked) ?? servers.find((each) => each.isOwn) ?? servers[0]
  return (
    <section className={panels.page} aria-label={t('service.title')}>
      <header className={panels.head}>
        <h1>{t('service.title')}</h1>
        {server && (
          <Segmented
            aria-label={t('service.server')}
            value={server.serverName}
            onChange={(name) => setParams({ server: name }, { replace: true })}
            options={servers.map((each) => ({ value: each.serverName, label: serverLabel(t, each) }))}
          />
        )}
      </header>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && !server && <EmptyState text={t('service.none')} />}
      {data && data.versions.length > 1 && (
        <Alert
          type="warning"
          showIcon
          title={t('service.versionsDiffer', { versions: data.versions.join(', ') })}
          description={t('service.versionsHint')}
        />
      )}
      {data && data.waiting.migrations > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('service.waiting', {
            count: data.waiting.migrations,
            servers: data.waiting.servers
              .map(({ name, version }) => `${name} (${version || '–'})`)
              .join(', '),
          })}
        />
      )}
      {server && (
        <>
          <ServerList servers={servers} newest={data?.versions[0]} changed={refetch} />
          <ServerTables server={server} />
          <ServerCharts server={server} until={dataUpdatedAt} />
        </>
      )}
    </section>
  )
}
