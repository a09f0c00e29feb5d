import type { TaskId, UserId } from '@fleetdeck/contract/ids'
import { type Task, tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'
import { usePeople } from './use-people.ts'

const search = { optionFilterProp: 'label' } as const

interface ShareDialogProps {
  task: Task
  onSaved: () => unknown
  onClose: () => void
}

/** Users who may create their own tasks from this one, and from others of the caller. */
export function ShareDialog({ task, onSaved, onClose }: ShareDialogProps) {
  const t = useText()
  const people = usePeople()
  const { data } = useQuery({
    queryKey: [tasks.listTaskForShareTo.path],
    queryFn: ({ signal }) => call(tasks.listTaskForShareTo, { signal }),
    gcTime: 0,
  })
  if (!data) return null
  const now = data.find(({ id }) => id === task.id)?.shareUserIds ?? []
  const save = async (body: { ids: TaskId[]; userIds: UserId[] }) => {
    await call(tasks.shareTo, { body })
    showSuccess(t('table.saved'))
    await onSaved()
  }
  return (
    <FormDrawer<{ ids: TaskId[]; userIds: UserId[] }>
      place={`task/share/${task.id}`}
      title={t('task.shareTo')}
      initialValues={{ ids: [task.id], userIds: now }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="ids"
        label={t('task.shared')}
        rules={[{ required: true, type: 'array', min: 1, message: t('task.shareRequired') }]}
      >
        <Select
          mode="multiple"
          showSearch={search}
          options={data.map(({ id, taskName }) => ({ value: id, label: taskName }))}
        />
      </Form.Item>
      <Form.Item name="userIds" label={t('task.shareWith')} extra={t('task.shareToHint')}>
        <Select mode="multiple" showSearch={search} options={people} placeholder={t('table.chooseFrom')} />
      </Form.Item>
    </FormDrawer>
  )
}
