import { tasks } from '@fleetdeck/contract/tasks'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { ask, shown, showSuccess } from '../../api/feedback.ts'
import { questioned } from '../../api/questioned.tsx'
import { leaveOutChoice } from '../../components/tasks/leave-out-choice.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { type PaletteEntry, splitTarget } from './palette-entries.ts'

const shownTasks = 6

/** "run X": starts the task; "run X on group A": a copy of it for that group, in the form where it is checked. */
export function useTaskEntries(object: string | undefined): PaletteEntry[] {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const maySteer = useMay(tasks.updateTaskStatus.permission)
  const mayAdd = useMay(tasks.add.permission)
  const { name, group } = splitTarget(object ?? '', t('layout.verbLinks').split('|'))
  const isAsked = object !== undefined && (group === undefined ? maySteer : mayAdd)
  const query = { ...(name && { taskName: name }), pageNum: 1, pageSize: shownTasks }
  const found = useQuery({
    queryKey: ['palette', 'tasks', query],
    queryFn: isAsked ? ({ signal }) => call(tasks.list, { query, signal }) : skipToken,
    placeholderData: (before) => before,
    meta: { silent: true },
  })
  const groups = useQuery({
    queryKey: ['palette', 'groups'],
    queryFn:
      isAsked && group !== undefined ? ({ signal }) => call(tasks.deviceGroupList, { signal }) : skipToken,
    meta: { silent: true },
  })
  if (!isAsked) return []
  const list = found.data?.list ?? []
  if (group === undefined)
    return list.map(({ id, taskName }) => ({
      id: `task ${id}`,
      title: t('layout.verb.runTask', { name: taskName }),
      path: '',
      run: async () => {
        const title = t('layout.verb.runTask', { name: taskName })
        if (!(await ask({ title, okText: t('layout.verbStart') }))) return
        const start = (confirmed: boolean, chosen: { leaveOut?: true }) =>
          call(tasks.updateTaskStatus, { body: { id, status: 0, confirmed, ...chosen } })
        const question = { title, okText: t('layout.verbStart') }
        if (!(await shown(questioned(start, question, leaveOutChoice(t))))) return
        showSuccess(t('layout.paletteSent', { title }))
        await client.invalidateQueries({ queryKey: [tasks.list.path] })
        await navigate(`/task/taskList?result=${id}`)
      },
    }))
  const matching = (groups.data?.list ?? []).filter(({ groupName }) =>
    groupName.toLowerCase().includes(group.toLowerCase()),
  )
  return list
    .flatMap((task) => matching.map((one) => ({ task, one })))
    .slice(0, shownTasks)
    .map(({ task, one }) => ({
      id: `task ${task.id} on ${one.id}`,
      title: t('layout.verb.runTaskOn', { name: task.taskName, group: one.groupName }),
      path: '',
      note: t('layout.paletteDeviceCount', { count: one.deviceCount }),
      run: () => navigate(`/task/taskList?copy=${task.id}&group=${one.id}`),
    }))
}
