import { deliveryStates, openStates } from '@fleetdeck/contract/delivery'
import { type TaskRun, taskRuns } from '@fleetdeck/contract/task-runs'
import { triedRuns } from '@fleetdeck/contract/tried-runs'
import { Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { DeliveryBadge } from '../../components/delivery/DeliveryBadge.tsx'
import { deliveryTexts } from '../../components/delivery/delivery-state.ts'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { RunDetails } from '../../components/tasks/RunDetails.tsx'
import { RunName, runName } from '../../components/tasks/RunName.tsx'
import { TaskReasonText } from '../../components/tasks/TaskReasonText.tsx'
import { useTaskEvents } from '../../components/tasks/use-task-events.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

const buildColumns = (t: Translate): CrudColumn<TaskRun>[] => [
  { key: 'taskName', title: t('task.name'), width: 180, render: (_, run) => <RunName run={run} /> },
  {
    key: 'deviceNo',
    title: t('device.number'),
    width: 155,
    render: (_, { deviceNo, deviceId }) =>
      deviceId ? <Link to={devicePath(deviceNo)}>{deviceNo}</Link> : deviceNo,
  },
  {
    key: 'state',
    title: t('task.state'),
    width: 110,
    render: (_, { state }) => <DeliveryBadge state={state} />,
  },
  { key: 'why', title: t('task.why'), render: (_, run) => <TaskReasonText run={run} /> },
  { key: 'scriptVersion', title: t('task.scriptVersion'), width: 110, hiddenAtFirst: true },
  {
    key: 'signer',
    title: t('task.signer'),
    hiddenAtFirst: true,
    render: (_, { signer }) => signer || t('task.signerNone'),
  },
  timeColumn('dueAt', t('task.due'), { width: 120 }),
  timeColumn('changedAt', t('task.changed'), { width: 120 }),
]

/** A trial run that a phone has, or is to get. */
const isOpenTry = ({ taskId, state, deviceId }: TaskRun) =>
  taskId === null && deviceId !== null && (openStates as readonly string[]).includes(state)

/** The runs of all tasks, newest first. */
export function TaskRunsPage() {
  const t = useText()
  useTaskEvents()
  const [opened, setOpened] = useState<TaskRun>()
  const mayStop = useMay(triedRuns.stop.permission)
  const filters = [
    { name: 'taskName', label: t('task.name') },
    { name: 'deviceNo', label: t('device.number') },
    choiceFilter(
      t,
      'state',
      t('task.state'),
      deliveryStates.map((state) => [state, t(deliveryTexts[state])]),
    ),
    choiceFilter(t, 'kind', t('task.kind'), [
      ['task', t('task.kindTask')],
      ['try', t('task.kindTry')],
    ]),
    choiceFilter(t, 'failedToday', t('task.failedToday'), [['1', t('task.failedToday')]]),
  ]
  return (
    <>
      <CrudPage
        contract={taskRuns}
        title={t('task.runsTitle')}
        columns={buildColumns(t)}
        filters={filters}
        nameOf={(run) => `${runName(t, run)} · ${run.deviceNo}`}
        emptyText={t('task.runsEmpty')}
        rowActions={(run, { remove }) => [
          { key: 'details', label: t('task.details'), run: () => setOpened(run) },
          mayStop &&
            isOpenTry(run) && {
              key: 'stop',
              label: t('script.tryStop'),
              run: () => inBackground(call(triedRuns.stop, { body: { id: run.id } })),
            },
          remove,
        ]}
      />
      {opened && (
        <Drawer
          open
          size={680}
          title={`${runName(t, opened)} · ${opened.deviceNo}`}
          onClose={() => setOpened(undefined)}
        >
          <RunDetails run={opened} />
        </Drawer>
      )}
    </>
  )
}
