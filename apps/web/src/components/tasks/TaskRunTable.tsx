import type { DeviceId } from '@fleetdeck/contract/ids'
import { type TaskRun, taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { Button, Checkbox, type TableColumnType } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { byNumber, DeliveryTable } from '../delivery/DeliveryTable.tsx'
import { RunDetails } from './RunDetails.tsx'
import { RunName } from './RunName.tsx'
import { TaskReasonText } from './TaskReasonText.tsx'
import { useTaskEvents } from './use-task-events.ts'

const texts = {
  title: 'task.runs',
  none: 'task.noRuns',
  device: 'device.number',
  state: 'task.state',
  why: 'task.why',
  changed: 'task.changed',
} as const

interface TaskRunTableProps {
  /** Runs of one task, or of one device. */
  filter: { taskId: number } | { deviceId: DeviceId }
}

/** Pauses or resumes the script of one phone. */
function PauseButton({ run: { deviceNo, paused } }: { run: TaskRun }) {
  const t = useText()
  const reload = useTaskEvents()
  const steer = async () => {
    const body = { deviceNos: [deviceNo], status: paused ? (0 as const) : (1 as const) }
    const { reached } = await shown(call(tasks.pauseOrContinueScript, { body }))
    showSuccess(t('task.reached', { count: reached }))
    await reload()
  }
  const name = t(paused ? 'task.continueOne' : 'task.pauseOne')
  return (
    <Button
      type="link"
      size="small"
      aria-label={`${name} ${deviceNo}`}
      onClick={() => void steer().catch(() => undefined)}
    >
      {name}
    </Button>
  )
}

/** Runs of a task, initially the newest of each phone, or all on one device. */
export function TaskRunTable({ filter }: TaskRunTableProps) {
  const t = useText()
  const ofTask = 'taskId' in filter
  const maySteer = useMay(tasks.pauseOrContinueScript.permission)
  const [isAll, setAll] = useState(!ofTask)
  const query = { ...filter, ...(!isAll && { newest: '1' as const, ...byNumber }) }
  const name: TableColumnType<TaskRun> = {
    key: 'taskName',
    title: t('task.name'),
    width: 150,
    render: (_, run) => <RunName run={run} />,
  }
  return (
    <DeliveryTable<TaskRun>
      texts={texts}
      queryKey={[taskRuns.list.path, query]}
      load={(table, signal) => call(taskRuns.list, { query: { ...query, ...table }, signal })}
      order={ofTask ? undefined : name}
      reason={(run) => <TaskReasonText run={run} />}
      details={(run) => <RunDetails run={run} />}
      extra={
        ofTask && (
          <Checkbox checked={isAll} onChange={(event) => setAll(event.target.checked)}>
            {t('task.earlierRuns')}
          </Checkbox>
        )
      }
      action={
        maySteer
          ? (run) => run.state === 'running' && run.deviceId !== null && <PauseButton run={run} />
          : undefined
      }
    />
  )
}
