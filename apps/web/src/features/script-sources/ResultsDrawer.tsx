import type { ScriptPullId, ScriptSourceId } from '@fleetdeck/contract/ids'
import { type ScriptPull, type ScriptSource, scriptSources } from '@fleetdeck/contract/script-sources'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Drawer, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PagedTable } from '../../components/PagedTable.tsx'
import { CommitText } from '../../components/script-file/CommitText.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { listText, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { FailureText } from './FailureText.tsx'
import { PullStateBadge } from './PullStateBadge.tsx'
import { PullsFailureText } from './PullsFailureText.tsx'
import { SourceStateBadge } from './SourceStateBadge.tsx'
import styles from './script-sources.module.css'

const reloadMs = 2000
export const isUnsettled = ({ state, status }: Pick<ScriptSource, 'state' | 'status'>) =>
  status === 0 && (state === 'waiting' || state === 'reading')

function Facts({ source }: { source: ScriptSource }) {
  const t = useText()
  const { commit, result, readAt, triedAt, nextAt } = source
  const items = [
    { key: 'state', label: t('scriptSource.state'), children: <SourceStateBadge source={source} /> },
    {
      key: 'commit',
      label: t('scriptSource.commit'),
      children: commit ? <CommitText commit={commit} /> : t('scriptSource.neverRead'),
    },
    { key: 'readAt', label: t('scriptSource.readAt'), children: <TimeText value={readAt} /> },
    { key: 'triedAt', label: t('scriptSource.triedAt'), children: <TimeText value={triedAt} /> },
    {
      key: 'nextAt',
      label: t('scriptSource.nextAt'),
      children: nextAt ? <TimeText value={nextAt} /> : t('scriptSource.noNext'),
    },
  ]
  const names = (['added', 'updated', 'replaced', 'missing'] as const).flatMap((kind) =>
    result?.[kind].length
      ? [{ key: kind, label: t(`scriptSource.${kind}`), children: listText(result[kind]) }]
      : [],
  )
  const rest = result
    ? [
        { key: 'unchanged', label: t('scriptSource.unchanged'), children: result.unchanged },
        ...(result.skipped.length
          ? [
              {
                key: 'skipped',
                label: t('scriptSource.skipped'),
                children: (
                  <div>
                    {result.skipped.map(({ file, reason, detail }) => (
                      <div key={file}>
                        <code>{file}</code> · {t(`scriptSource.skip.${reason}`)}
                        {detail !== undefined && ` (${detail})`}
                      </div>
                    ))}
                  </div>
                ),
              },
            ]
          : []),
      ]
    : []
  return (
    <Descriptions
      size="small"
      bordered
      column={1}
      styles={{ label: { wordBreak: 'keep-all' } }}
      items={[...items, ...names, ...rest]}
    />
  )
}

interface ResultsDrawerProps {
  id: ScriptSourceId
  onPull: (source: ScriptSource) => unknown
  onOpenPull: (id: ScriptPullId) => void
  onClose: () => void
}

/** What the last reading has done, and the pull requests. */
export function ResultsDrawer({ id, onPull, onOpenPull, onClose }: ResultsDrawerProps) {
  const t = useText()
  const mayPull = useMay(scriptSources.pull.permission)
  const { data, error, refetch } = useQuery({
    queryKey: [scriptSources.list.path, 'one', id],
    queryFn: ({ signal }) => call(scriptSources.one, { query: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnsettled(state.data) ? reloadMs : false),
    meta: { silent: true },
  })
  const conditions = { id }
  return (
    <Drawer
      open
      size={860}
      title={data ? t('scriptSource.resultsOf', { name: data.sourceName }) : ''}
      onClose={onClose}
      extra={
        mayPull &&
        data && (
          <Button disabled={data.status !== 0} loading={isUnsettled(data)} onClick={() => void onPull(data)}>
            {t('scriptSource.pullNow')}
          </Button>
        )
      }
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          {data.failure && (
            <Alert
              type="error"
              showIcon
              style={{ marginBottom: 16 }}
              title={t('scriptSource.checkFailed')}
              description={<FailureText failure={data.failure} detail={data.detail} />}
            />
          )}
          <Facts source={data} />
          <h3 className={styles.section}>{t('scriptSource.pullSection')}</h3>
          {data.pullsFailure && (
            <Alert
              type="warning"
              showIcon
              style={{ marginBottom: 16 }}
              title={t('scriptSource.pullsNotRead')}
              description={<PullsFailureText {...data} />}
            />
          )}
          <PagedTable<ScriptPull>
            list={scriptSources.pulls}
            conditions={conditions}
            load={(page, signal) => call(scriptSources.pulls, { query: { ...conditions, ...page }, signal })}
            columns={[
              {
                key: 'title',
                title: t('scriptSource.pullTitle'),
                render: (_, pull) => (
                  <>
                    <button type="button" className={styles.name ?? ''} onClick={() => onOpenPull(pull.id)}>
                      #{pull.number} {pull.title}
                    </button>
                    <div className={styles.faded}>
                      {pull.author} · <TimeText value={pull.createdAt} />
                    </div>
                  </>
                ),
              },
              {
                key: 'state',
                title: t('scriptSource.result'),
                width: '40%',
                render: (_, pull) => <PullStateBadge pull={pull} />,
              },
            ]}
            emptyText={t('scriptSource.noPulls')}
          />
        </>
      )}
    </Drawer>
  )
}
