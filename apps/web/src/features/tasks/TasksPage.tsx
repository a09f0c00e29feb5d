import { PlusOutlined, WarningOutlined } from '@ant-design/icons'
import { successRate } from '@fleetdeck/contract/delivery'
import { type Task, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { Button, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { StateBar } from '../../components/delivery/StateBar.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn, RowAction } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useSiteZone } from '../../ground/site-zone.ts'
import { CleanDrawer } from './CleanDrawer.tsx'
import { DeviceParamsDrawer } from './DeviceParamsDrawer.tsx'
import { describeSchedule } from './describe-schedule.ts'
import { ProgressDrawer } from './ProgressDrawer.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { SharedTasksDialog } from './SharedTasksDialog.tsx'
import { type Opened, TaskDrawer } from './TaskDrawer.tsx'
import styles from './tasks.module.css'
import { useLacks } from './use-lacks.ts'
import { countPhones, countUnsuccessful, isActive, percentText, useTaskActions } from './use-task-actions.ts'

function TaskState({ task }: { task: Task }) {
  const t = useText()
  if (task.status !== TaskStatus.started)
    return (
      <StateBadge
        condition="disabled"
        text={t(task.status === TaskStatus.stoppedRemote ? 'task.status2' : 'task.status1')}
      />
    )
  if (task.completed) return <StateBadge condition="done" text={t('task.completed')} />
  if (task.paused) return <StateBadge condition="trouble" text={t('task.isPaused')} />
  return <StateBadge condition="online" text={t('task.status0')} />
}

function LackWarning({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Tooltip title={text}>
      <WarningOutlined className={styles.warning} aria-label={text} />
    </Tooltip>
  )
}

interface ColumnOptions {
  open: (id: number) => void
  /** What phones lack, by task. */
  lacks: ReadonlyMap<number, string>
}

const buildColumns = (t: Translate, { open, lacks }: ColumnOptions): CrudColumn<Task>[] => [
  {
    key: 'taskName',
    title: t('task.name'),
    width: 200,
    render: (_, { id, taskName }) => (
      <button type="button" className={styles.name} onClick={() => open(id)}>
        {taskName}
      </button>
    ),
  },
  {
    key: 'status',
    title: t('task.status'),
    width: 120,
    render: (_, task) => (
      <span className={styles.state}>
        <TaskState task={task} />
        <LackWarning text={lacks.get(task.id)} />
      </span>
    ),
  },
  {
    key: 'progress',
    title: t('task.progress'),
    width: 200,
    render: (_, task) =>
      countPhones(task) > 0 ? <StateBar counts={task.counts} total={countPhones(task)} /> : '–',
  },
  {
    key: 'successRate',
    title: t('task.successRate'),
    width: 110,
    align: 'right',
    render: (_, { counts }) => percentText(successRate(counts)),
  },
  {
    key: 'script',
    title: t('task.script'),
    width: 170,
    render: (_, { scriptName, scriptVersion }) => (
      <>
        {scriptName} <span className={styles.faint}>{scriptVersion}</span>
      </>
    ),
  },
  {
    key: 'schedule',
    title: t('task.schedule'),
    width: 180,
    render: (_, task) => describeSchedule(task, t),
  },
  timeColumn('nextRunAt', t('task.nextRun'), { width: 120 }),
  timeColumn('lastRunAt', t('task.lastRun'), { width: 120, hiddenAtFirst: true }),
  {
    key: 'execType',
    title: t('task.execType'),
    hiddenAtFirst: true,
    render: (_, { execType }) => t(`task.exec${execType}`),
  },
  { key: 'sort', title: t('task.sort'), align: 'right', hiddenAtFirst: true },
  { key: 'userName', title: t('task.owner'), width: 110 },
  timeColumn('gmtModified', t('task.modified'), { hiddenAtFirst: true }),
]

function useFilters() {
  const t = useText()
  const of = (name: 'status' | 'schedule', values: readonly (0 | 1 | 2)[]) =>
    values.map((value) => [String(value), t(`task.${name}${value}`)] as const)
  return [
    { name: 'taskName', label: t('task.name') },
    choiceFilter(t, 'status', t('task.status'), of('status', [0, 1, 2])),
    choiceFilter(t, 'completed', t('task.completion'), [
      ['1', t('task.completed')],
      ['0', t('task.notCompleted')],
    ]),
    choiceFilter(t, 'open', t('task.progress'), [
      ['1', t('task.isOpen')],
      ['0', t('task.isIdle')],
    ]),
    choiceFilter(t, 'scheduleType', t('task.schedule'), [
      ...of('schedule', [0, 1, 2]),
      ['3', t('task.schedule3')],
    ]),
    { name: 'deviceNo', label: t('device.number') },
  ]
}

interface TaskDrawers {
  open: (id: number) => void
  edit: (id: number) => void
  /** Opens the results in a separate drawer. */
  show: (what: Shown['what'], task: Task) => void
}

/** The actions of a row that the caller may use. */
function useRowActions({ open, edit, show }: TaskDrawers) {
  const t = useText()
  const actions = useTaskActions()
  const maySteer = useMay(tasks.updateTaskStatus.permission)
  const mayAdd = useMay(tasks.add.permission)
  const mayEdit = useMay(tasks.edit.permission)
  const mayShare = useMay(tasks.shareTo.permission)
  const mayClean = useMay(tasks.cleanSendAllLog.permission)
  const mayRemove = useMay(tasks.remove.permission)
  const action = (key: string, label: string, run: () => unknown, isDanger = false): RowAction => ({
    key,
    label,
    run: () => void run(),
    isDanger,
  })
  const steps = (task: Task) => {
    const isStarted = task.status === TaskStatus.started
    return [
      isStarted && countUnsuccessful(task) > 0 && action('again', t('task.again'), () => actions.again(task)),
      isActive(task) &&
        action('pause', t(task.paused ? 'task.continue' : 'task.pause'), () => actions.pause(task)),
      action('stopScripts', t('task.stopScripts'), () => actions.stopScripts(task)),
      action('stopRemote', t('task.stopRemote'), () => actions.stopRemote(task), true),
      action('restart', t('task.restart'), () => actions.restart(task)),
    ]
  }
  return (task: Task, remove: RowAction | undefined) => [
    maySteer &&
      (isActive(task)
        ? action('stop', t('task.stop'), () => actions.stop(task))
        : action('start', t('task.start'), () => actions.start(task))),
    action('results', t('task.results'), () => open(task.id)),
    mayEdit && action('edit', t('table.edit'), () => edit(task.id)),
    mayEdit && action('params', t('task.deviceParams'), () => show('params', task)),
    ...(maySteer ? steps(task) : []),
    mayAdd && action('copy', t('task.copy'), () => actions.copy(task)),
    mayShare && action('share', t('task.shareTo'), () => show('share', task)),
    mayClean && action('clean', t('task.clean'), () => show('clean', task), true),
    mayRemove && action('removeRelated', t('task.removeRelated'), () => actions.removeRelated(task), true),
    remove,
  ]
}

interface Shown {
  what: 'params' | 'share' | 'clean'
  task: Task
}

function ShownDrawer({ what, ...rest }: Shown & { onSaved: () => unknown; onClose: () => void }) {
  if (what === 'share') return <ShareDialog {...rest} />
  if (what === 'clean') return <CleanDrawer {...rest} />
  return <DeviceParamsDrawer task={rest.task} onClose={rest.onClose} />
}

/** Tasks with their schedules and progress. */
export function TasksPage() {
  const t = useText()
  useSiteZone()
  const [search, setSearch] = useSearchParams()
  const [opened, setOpened] = useState<Opened>()
  const [isSharing, setSharing] = useState(false)
  const [rows, setRows] = useState<readonly Task[]>([])
  const lacks = useLacks(rows)
  const [shown, setShown] = useState<Shown>()
  const mayAdd = useMay(tasks.add.permission)
  const maySteer = useMay(tasks.updateTaskCache.permission)
  const { refresh, reload } = useTaskActions()
  const openId = Number(search.get('result')) || undefined
  const open = (id: number | undefined) =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      if (id) next.set('result', String(id))
      else next.delete('result')
      return next
    })
  // The palette asks for a copy of a task on a group.
  const copyId = Number(search.get('copy')) || undefined
  const groupId = Number(search.get('group')) || undefined
  useEffect(() => {
    if (!copyId) return
    setOpened({ from: copyId, ...(groupId && { groupIds: [groupId] }) })
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('copy')
        next.delete('group')
        return next
      },
      { replace: true },
    )
  }, [copyId, groupId, setSearch])
  const rowActions = useRowActions({
    open,
    edit: (edit) => setOpened({ edit }),
    show: (what, task) => setShown({ what, task }),
  })
  const { list, remove, export: exportCall } = tasks
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      {t('task.add')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={{ list, remove, export: exportCall }}
        title={t('task.title')}
        columns={buildColumns(t, { open, lacks })}
        onRows={setRows}
        filters={useFilters()}
        nameOf={({ taskName }) => taskName}
        emptyText={t('task.empty')}
        emptyAction={addButton}
        primary={
          <>
            {maySteer && <Button onClick={() => void refresh()}>{t('task.refresh')}</Button>}
            {mayAdd && <Button onClick={() => setSharing(true)}>{t('task.fromShared')}</Button>}
            {addButton}
          </>
        }
        rowActions={(task, standard) => rowActions(task, standard.remove)}
      />
      {openId && <ProgressDrawer id={openId} onClose={() => open(undefined)} />}
      {opened && <TaskDrawer opened={opened} onSaved={reload} onClose={() => setOpened(undefined)} />}
      {shown && <ShownDrawer {...shown} onSaved={reload} onClose={() => setShown(undefined)} />}
      {isSharing && (
        <SharedTasksDialog
          onClose={() => setSharing(false)}
          onPick={(from) => {
            setSharing(false)
            setOpened({ from })
          }}
        />
      )}
    </>
  )
}
