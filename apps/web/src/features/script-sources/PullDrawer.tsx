import type { ScriptPullId } from '@fleetdeck/contract/ids'
import { type PullTry, type ScriptPull, scriptSources } from '@fleetdeck/contract/script-sources'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Flex, Skeleton, Table } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { DeliveryBadge } from '../../components/delivery/DeliveryBadge.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TaskReasonText } from '../../components/tasks/TaskReasonText.tsx'
import { fullTime } from '../../components/time-text.ts'
import { listText, type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { PullStateBadge } from './PullStateBadge.tsx'
import styles from './script-sources.module.css'

const reloadMs = 2000

const isOpen = ({ state }: ScriptPull) => state === 'waiting' || state === 'running'

const buildColumns = (t: Translate) => [
  {
    key: 'file',
    title: t('scriptSource.file'),
    render: (_: unknown, { file, deviceNo }: PullTry) => (
      <>
        <span className={styles.file}>{file}</span>
        <div className={styles.faded}>{t('scriptSource.onPhone', { deviceNo })}</div>
      </>
    ),
  },
  {
    key: 'state',
    title: t('scriptSource.result'),
    width: '40%',
    render: (_: unknown, pull: PullTry) => <TryResult {...pull} />,
  },
]

function TryResult({ state, reason, runReason, msg, lacks }: PullTry) {
  const t = useText()
  if (state === null) return <span className={styles.faded}>{t('scriptSource.recordDeleted')}</span>
  const run = { state, msg, reason: runReason, reasonAt: null, reasonTask: null }
  return (
    <>
      <DeliveryBadge state={state} />
      {reason && <div className={styles.faded}>{t(`scriptSource.tryReason.${reason}`)}</div>}
      {!reason && (runReason || msg) && (
        <div className={styles.faded}>
          <TaskReasonText run={run} />
        </div>
      )}
      {lacks.length > 0 && (
        <div className={styles.faded}>
          {t('scriptSource.tryLacks', { what: listText(lacks.map((name) => t(`capability.${name}`))) })}
        </div>
      )}
    </>
  )
}

function TryLog({ lines }: Pick<PullTry, 'lines'>) {
  const t = useText()
  if (lines.length === 0) return <span className={styles.faded}>{t('scriptSource.noLog')}</span>
  return (
    <pre className={styles.output}>
      {lines.map(({ at, level, msg }) => `${fullTime(at)}  ${level}  ${msg}`).join('\n')}
    </pre>
  )
}

/** How the scripts of a pull request ran on the test phones. */
export function PullDrawer({ id, onClose }: { id: ScriptPullId; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const mayTry = useMay(scriptSources.tryPull.permission)
  const { data, error, refetch } = useQuery({
    queryKey: [scriptSources.pulls.path, 'tries', id],
    queryFn: ({ signal }) => call(scriptSources.pullTries, { query: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.pull) ? reloadMs : false),
    meta: { silent: true },
  })
  const again = useMutation({
    mutationFn: () => call(scriptSources.tryPull, { body: { id } }),
    onSuccess: () => {
      showSuccess(t('scriptSource.tryStarted'))
      return client.invalidateQueries({ queryKey: [scriptSources.pulls.path] })
    },
  })
  const pull = data?.pull
  return (
    <Drawer
      open
      size={860}
      title={pull ? `${t('scriptSource.pullOf', { number: pull.number })} · ${data.sourceName}` : ''}
      onClose={onClose}
      extra={
        mayTry &&
        pull && (
          <Button disabled={isOpen(pull)} loading={again.isPending} onClick={() => again.mutate()}>
            {t('scriptSource.tryAgain')}
          </Button>
        )
      }
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && pull && (
        <Flex vertical gap={16}>
          <div>
            {pull.url ? (
              <a href={pull.url} target="_blank" rel="noreferrer">
                {pull.title}
              </a>
            ) : (
              pull.title
            )}{' '}
            · {pull.author} · <code title={pull.sha}>{pull.sha.slice(0, 8)}</code>
          </div>
          <PullStateBadge pull={pull} isFull />
          {pull.statusError && (
            <Alert
              type="warning"
              showIcon
              title={t('scriptSource.statusNotSet', {
                cause: pull.statusError === 'noToken' ? t('scriptSource.statusNoToken') : pull.statusError,
              })}
            />
          )}
          <Table<PullTry>
            size="small"
            rowKey="id"
            dataSource={data.tries}
            columns={buildColumns(t)}
            pagination={false}
            locale={{ emptyText: t('scriptSource.noLog') }}
            expandable={{ expandedRowRender: ({ lines }) => <TryLog lines={lines} /> }}
          />
        </Flex>
      )}
    </Drawer>
  )
}
