import type { GroupId } from '@fleetdeck/contract/ids'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import {
  ExecType,
  MissedPolicy,
  ScheduleType,
  type TaskDetails,
  TaskDraft,
  TaskStatus,
  tasks,
} from '@fleetdeck/contract/tasks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { questioned } from '../../api/questioned.tsx'
import { useOftenQuestion } from '../../components/cron/use-often-question.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { leaveOutChoice } from '../../components/tasks/leave-out-choice.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { TaskFields } from './TaskFields.tsx'

/** A new task, an existing one, or a copy of another. */
export type Opened = 'new' | { edit: number } | { from: number; groupIds?: number[] }

const newTask: Partial<TaskDraft> = {
  execType: ExecType.once,
  scheduleType: ScheduleType.now,
  cronText: '0 0 12 * * ?',
  devices: [],
  groupIds: [],
  joinLater: 0,
  stopAtEnd: 0,
  delaySecond: 0,
  execNumber: 0,
  cacheScript: 1,
  sort: 0,
  missedPolicy: MissedPolicy.once,
  retries: 0,
  retrySeconds: 30,
  timeoutSeconds: 0,
  dataWaitSeconds: 600,
  memoryMegabytes: 64,
  stackKilobytes: 512,
  params: [],
  shareUserIds: [],
}

function useInitial(opened: Opened): Partial<TaskDraft> | undefined {
  const editId = typeof opened === 'object' && 'edit' in opened ? opened.edit : undefined
  const fromId = typeof opened === 'object' && 'from' in opened ? opened.from : undefined
  const edited = useQuery({
    queryKey: [tasks.one.path, editId],
    queryFn:
      editId === undefined ? skipToken : ({ signal }) => call(tasks.one, { query: { id: editId }, signal }),
    gcTime: 0,
  })
  const copied = useQuery({
    queryKey: [tasks.getCopyInfo.path, fromId],
    queryFn:
      fromId === undefined
        ? skipToken
        : ({ signal }) => call(tasks.getCopyInfo, { query: { id: fromId }, signal }),
    gcTime: 0,
  })
  if (opened === 'new') return newTask
  if (typeof opened === 'object' && 'from' in opened) return onGroups(copied.data, opened.groupIds)
  return edited.data && toDraft(edited.data)
}

/** The same task for other phones. */
function onGroups(task: TaskDraft | undefined, groupIds: number[] | undefined) {
  return task && groupIds ? { ...task, devices: [], groupIds: groupIds as GroupId[] } : task
}

/** The values of the form's fields; all others are omitted. */
const toDraft = (task: TaskDetails): Partial<TaskDraft> => {
  const names = Object.keys(TaskDraft.shape) as (keyof TaskDraft)[]
  const values = { ...task, groupIds: task.groups.map(({ id }) => id) }
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

interface TaskDrawerProps {
  opened: Opened
  onSaved: () => unknown
  onClose: () => void
}

/** The form of a task, once its initial values are loaded. */
export function TaskDrawer({ opened, onSaved, onClose }: TaskDrawerProps) {
  const t = useText()
  const initial = useInitial(opened)
  const mayStart = useMay(tasks.updateTaskStatus.permission)
  const confirmOften = useOftenQuestion()
  const loadingParams = useRef<Promise<ScriptParam[]>>(undefined)
  if (!initial) return null
  const editId = typeof opened === 'object' && 'edit' in opened ? opened.edit : undefined
  const save = async (values: Record<string, unknown>, isStarted: boolean) => {
    // Rows that arrive after the form was checked are not among its values.
    const params = await loadingParams.current
    const body = { ...initial, ...values, ...(params && { params }) } as TaskDraft
    const before = editId === undefined ? undefined : initial.cronText
    if (body.scheduleType === ScheduleType.cron && !(await confirmOften(body.cronText, before))) return false
    const send = (confirmed: boolean, chosen: Record<string, true>) => {
      if (editId !== undefined)
        return call(tasks.edit, { body: { ...body, id: editId, confirmed, ...chosen } })
      const started = isStarted && { status: TaskStatus.started }
      return call(tasks.add, { body: { ...body, ...started, confirmed, ...chosen } })
    }
    const question = { title: t('table.questionTitle'), okText: t('table.goOn') }
    const keepValues = { field: 'keepValues', text: t('task.keepValues'), okText: t('task.deleteValues') }
    const choice = editId === undefined ? leaveOutChoice(t) : keepValues
    if (!(await questioned(send, question, choice))) return false
    showSuccess(t(editId === undefined ? (isStarted ? 'task.addedStarted' : 'task.added') : 'table.saved'))
    await onSaved()
  }
  return (
    <FormDrawer<Record<string, unknown>>
      place={`task/${editId ?? 'new'}`}
      title={t(editId === undefined ? 'task.add' : 'task.edit')}
      name={editId === undefined ? undefined : initial.taskName}
      width={720}
      initialValues={initial}
      onClose={onClose}
      onSubmit={save}
      otherText={editId === undefined && mayStart ? t('task.saveAndStart') : undefined}
    >
      <TaskFields loadingParams={loadingParams} />
    </FormDrawer>
  )
}
