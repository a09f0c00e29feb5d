import { deliveryStates, successRate } from '@fleetdeck/contract/delivery'
import { TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { deliveryTexts } from '../../components/delivery/delivery-state.ts'
import { StateBar } from '../../components/delivery/StateBar.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TaskRunTable } from '../../components/tasks/TaskRunTable.tsx'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useSiteZone } from '../../ground/site-zone.ts'
import { describeSchedule } from './describe-schedule.ts'
import styles from './tasks.module.css'
import { useLacks } from './use-lacks.ts'
import { countPhones, countUnsuccessful, percentText, useTaskActions } from './use-task-actions.ts'

/** The progress of one task, and its runs on each phone. */
export function ProgressDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  useSiteZone()
  const actions = useTaskActions()
  const maySteer = useMay(tasks.again.permission)
  const { data, error, refetch } = useQuery({
    // Begins with the list's key, so that it reloads with the list.
    queryKey: [tasks.list.path, 'one', id],
    queryFn: ({ signal }) => call(tasks.one, { query: { id }, signal }),
    meta: { silent: true },
  })
  const lacks = useLacks(data ? [data] : [])
  const counts = deliveryStates.flatMap((state) => {
    const count = data?.counts[state] ?? 0
    return count > 0 ? [<span key={state}>{`${t(deliveryTexts[state])} ${count}`}</span>] : []
  })
  return (
    <Drawer
      open
      size={920}
      title={data?.taskName ?? t('task.runs')}
      onClose={onClose}
      extra={
        maySteer &&
        data &&
        data.status === TaskStatus.started &&
        countUnsuccessful(data) > 0 && (
          <Button type="primary" onClick={() => void actions.again(data)}>
            {t('task.againCount', { count: countUnsuccessful(data) })}
          </Button>
        )
      }
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div className={styles.sheet}>
          <span className={styles.faint}>
            {data.scriptName} {data.scriptVersion} · {describeSchedule(data, t)}
            {data.completed && ` · ${t('task.completed')}`}
            {data.endTime && ` · ${t('task.endTime')} ${fullTime(data.endTime)}`}
            {data.joinLater === 1 &&
              data.joinUntil &&
              ` · ${t('task.joinUntil')} ${fullTime(data.joinUntil)}`}
            {data.nextRunAt && ` · ${t('task.nextRun')} ${fullTime(data.nextRunAt)}`}
          </span>
          {lacks.has(id) && <Alert type="warning" showIcon title={lacks.get(id)} />}
          {countPhones(data) > 0 && <StateBar counts={data.counts} total={countPhones(data)} />}
          <span className={styles.counts} role="status">
            {counts}
            {countPhones(data) > 0 && (
              <span>{`${t('task.successRate')} ${percentText(successRate(data.counts))}`}</span>
            )}
          </span>
          <TaskRunTable filter={{ taskId: id }} />
        </div>
      )}
    </Drawer>
  )
}
