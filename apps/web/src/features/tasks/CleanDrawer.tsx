import type { GroupId, TaskId } from '@fleetdeck/contract/ids'
import { type Task, tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Radio, Select } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'
import { DeviceNosField } from './DeviceNosField.tsx'

interface Values {
  what: 'all' | 'devices' | 'groups'
  devices?: string[]
  groupIds?: GroupId[]
}

const clean = (taskId: TaskId, { what, devices = [], groupIds = [] }: Values) => {
  if (what === 'devices') return call(tasks.cleanSendLog, { query: { taskId, devices: devices.join(',') } })
  if (what === 'groups')
    return call(tasks.cleanSendLogByGroup, { query: { taskId, type: 'group', groupIds: groupIds.join(',') } })
  return call(tasks.cleanSendAllLog, { query: { taskId, type: 'all' } })
}

interface CleanDrawerProps {
  task: Task
  onSaved: () => unknown
  onClose: () => void
}

/** Clears a task's records: all of them, or those of some devices or groups (spec §4). */
export function CleanDrawer({ task, onSaved, onClose }: CleanDrawerProps) {
  const t = useText()
  const save = async (values: Values) => {
    const { count } = await clean(task.id, values)
    showSuccess(t('task.cleanedCount', { count }))
    await onSaved()
  }
  return (
    <FormDrawer<Values>
      place={`task/clean/${task.id}`}
      title={t('task.cleanTitle', { name: task.taskName })}
      initialValues={{ what: 'all' }}
      okText={t('task.clean')}
      onSubmit={save}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={t('task.cleanHint')} style={{ marginBottom: 16 }} />
      <Form.Item name="what" label={t('task.cleanWhat')}>
        <Radio.Group
          options={(['all', 'devices', 'groups'] as const).map((value) => ({
            value,
            label: t(`task.clean_${value}`),
          }))}
        />
      </Form.Item>
      <ChosenFields />
    </FormDrawer>
  )
}

function ChosenFields() {
  const t = useText()
  const what: unknown = Form.useWatch('what', Form.useFormInstance())
  const groups = useQuery({
    queryKey: [tasks.deviceGroupList.path],
    queryFn: ({ signal }) => call(tasks.deviceGroupList, { signal }),
  })
  const required = (message: string) => [{ required: true, type: 'array' as const, min: 1, message }]
  if (what === 'devices')
    return (
      <Form.Item name="devices" label={t('task.devices')} rules={required(t('task.deviceRequired'))}>
        <DeviceNosField />
      </Form.Item>
    )
  if (what !== 'groups') return null
  return (
    <Form.Item name="groupIds" label={t('task.groups')} rules={required(t('task.groupRequired'))}>
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('table.chooseFrom')}
        options={groups.data?.list.map(({ id, groupName }) => ({ value: id, label: groupName })) ?? []}
      />
    </Form.Item>
  )
}
