import type { TaskId } from '@fleetdeck/contract/ids'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { type Task, tasks } from '@fleetdeck/contract/tasks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Flex, Form, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { ParamValueField } from '../../components/script-params/ParamValueField.tsx'
import { listText, useText } from '../../ground/language.ts'
import { DeviceNosField } from './DeviceNosField.tsx'
import { DeviceParamsFile } from './DeviceParamsFile.tsx'
import styles from './tasks.module.css'

type Values = Record<string, string | string[]>
const valueText = (value: string | string[] | undefined) =>
  Array.isArray(value) ? listText(value) : (value ?? '')

/** Values for single phones that override the task's. */
export function DeviceParamsDrawer({ task, onClose }: { task: Task; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [isSetting, setSetting] = useState(false)
  const { data } = useQuery({
    queryKey: [tasks.getParamInfo.path, task.id],
    queryFn: ({ signal }) => call(tasks.getParamInfo, { query: { id: task.id }, signal }),
  })
  const reload = () => client.invalidateQueries({ queryKey: [tasks.getParamInfo.path] })
  const clear = async (devices?: string[]) => {
    const body = { id: task.id, ...(devices && { devices }) }
    await shown(call(tasks.clearTaskParamForDevice, { body }))
    await reload()
  }
  const hasParams = (data?.params.length ?? 0) > 0
  return (
    <Drawer
      open
      size={720}
      title={`${t('task.deviceParams')} · ${task.taskName}`}
      onClose={onClose}
      extra={
        hasParams && (
          <Button type="primary" onClick={() => setSetting(true)}>
            {t('task.setForDevices')}
          </Button>
        )
      }
    >
      {!data && <Skeleton active />}
      {data && !hasParams && <EmptyState text={t('task.noParams')} />}
      {data && hasParams && (
        <div className={styles.sheet}>
          <Table<{ deviceNo: string; values: Values }>
            size="small"
            rowKey="deviceNo"
            dataSource={data.devices}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <EmptyState text={t('task.noDeviceParams')} /> }}
            columns={[
              { key: 'deviceNo', dataIndex: 'deviceNo', title: t('device.number') },
              ...data.params.map(({ key, label }) => ({
                key,
                title: label || key,
                render: (_: unknown, { values }: { values: Values }) => valueText(values[key]) || '–',
              })),
              {
                key: 'clear',
                width: 80,
                render: (_: unknown, { deviceNo }: { deviceNo: string }) => (
                  <Button type="link" size="small" onClick={() => void clear([deviceNo])}>
                    {t('task.clearParams')}
                  </Button>
                ),
              },
            ]}
          />
          <Flex gap={8} wrap>
            <DeviceParamsFile task={task} devices={data.devices} onImported={reload} />
            {data.devices.length > 1 && (
              <Button onClick={() => void clear()}>{t('task.clearAllParams')}</Button>
            )}
          </Flex>
        </div>
      )}
      {isSetting && data && (
        <SetForm taskId={task.id} params={data.params} onSaved={reload} onClose={() => setSetting(false)} />
      )}
    </Drawer>
  )
}

interface SetFormProps {
  taskId: TaskId
  params: ScriptParam[]
  onSaved: () => unknown
  onClose: () => void
}

function SetForm({ taskId, params, onSaved, onClose }: SetFormProps) {
  const t = useText()
  const save = async ({ devices, values }: { devices: string[]; values: (string | string[])[] }) => {
    const own = Object.fromEntries(params.map(({ key, value }, place) => [key, values[place] ?? value]))
    await call(tasks.addTaskParamForDevice, { body: { id: taskId, devices, values: own } })
    showSuccess(t('table.saved'))
    await onSaved()
  }
  return (
    <FormDrawer<{ devices: string[]; values: (string | string[])[] }>
      place={`task/deviceParams/${taskId}`}
      title={t('task.setForDevices')}
      initialValues={{ devices: [], values: params.map(({ value }) => value) }}
      onClose={onClose}
      onSubmit={save}
    >
      <Form.Item
        name="devices"
        label={t('task.devices')}
        rules={[{ required: true, type: 'array', min: 1, message: t('task.deviceRequired') }]}
      >
        <DeviceNosField />
      </Form.Item>
      {params.map(({ key, label, type, options }, place) => (
        <Form.Item key={key} name={['values', place]} label={label || key}>
          <ParamValueField type={type} options={options} />
        </Form.Item>
      ))}
    </FormDrawer>
  )
}
