import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { ExecType, ScheduleType, TaskDraft, tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Button, Collapse, Form, Radio, Select } from 'antd'
import { type RefObject, useState } from 'react'
import { call } from '../../api/call.ts'
import { shown } from '../../api/feedback.ts'
import { CronItem } from '../../components/cron/CronField.tsx'
import { SiteTimeField } from '../../components/SiteTimeField.tsx'
import { ParamsField } from '../../components/script-params/ParamsField.tsx'
import { TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { AdvancedFields } from './AdvancedFields.tsx'
import { DayTimeField } from './DayTimeField.tsx'
import { DeviceNosField } from './DeviceNosField.tsx'
import styles from './tasks.module.css'
import { usePeople } from './use-people.ts'

function useOptions() {
  const scripts = useQuery({
    queryKey: [tasks.listScript.path],
    queryFn: ({ signal }) => call(tasks.listScript, { query: {}, signal }),
  })
  const groups = useQuery({
    queryKey: [tasks.deviceGroupList.path],
    queryFn: ({ signal }) => call(tasks.deviceGroupList, { signal }),
  })
  return {
    scripts: scripts.data?.map(({ id, scriptName, version, platformName }) => ({
      value: id,
      label: [scriptName, version, platformName].filter(Boolean).join(' · '),
    })),
    groups: groups.data?.list.map(({ id, groupName, deviceCount }) => ({
      value: id,
      label: `${groupName} (${deviceCount})`,
    })),
  }
}

const search = { optionFilterProp: 'label' } as const

interface TaskFieldsProps {
  /** The script's parameters while they load. */
  loadingParams: RefObject<Promise<ScriptParam[]> | undefined>
}

/** All fields of a task. */
export function TaskFields({ loadingParams }: TaskFieldsProps) {
  const t = useText()
  const { scripts = [], groups = [] } = useOptions()
  const people = usePeople()
  const ends = useEnds()
  return (
    <>
      <TextField draft={TaskDraft} name="taskName" label={t('task.name')} autoFocus />
      <Form.Item
        name="scriptId"
        label={t('task.script')}
        rules={[{ required: true, message: t('task.scriptRequired') }]}
      >
        <Select showSearch={search} options={scripts} placeholder={t('table.chooseFrom')} />
      </Form.Item>
      <Form.Item
        name="devices"
        label={t('task.devices')}
        required
        dependencies={['groupIds']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, chosen: string[] = []) =>
              chosen.length || getFieldValue('groupIds')?.length
                ? Promise.resolve()
                : Promise.reject(new Error(t('task.deviceRequired'))),
          }),
        ]}
      >
        <DeviceNosField />
      </Form.Item>
      <Form.Item name="groupIds" label={t('task.groups')} extra={!ends && t('task.groupsHint')}>
        <Select mode="multiple" showSearch={search} options={groups} placeholder={t('table.chooseFrom')} />
      </Form.Item>
      <ScheduleFields />
      {ends && <LaterPhonesFields />}
      <Collapse
        ghost
        items={[
          {
            key: 'params',
            label: t('task.params'),
            forceRender: true,
            children: <ParamsPanel loadingParams={loadingParams} />,
          },
          { key: 'more', label: t('task.more'), forceRender: true, children: <AdvancedFields /> },
          {
            key: 'share',
            label: t('task.share'),
            forceRender: true,
            children: (
              <Form.Item name="shareUserIds" label={t('task.shareWith')} extra={t('task.shareHint')}>
                <Select
                  mode="multiple"
                  showSearch={search}
                  options={people}
                  placeholder={t('table.chooseFrom')}
                />
              </Form.Item>
            ),
          },
        ]}
      />
    </>
  )
}

/** Whether the task has one time and no endless loop: phones that join later get it only if it says so. */
function useEnds(): boolean {
  const form = Form.useFormInstance()
  const type: unknown = Form.useWatch('scheduleType', form)
  const execType: unknown = Form.useWatch('execType', form)
  const execNumber: unknown = Form.useWatch('execNumber', form)
  const isSingle = type === ScheduleType.now || type === ScheduleType.byTime
  return isSingle && (execType === ExecType.once || Number(execNumber) > 0)
}

function LaterPhonesFields() {
  const t = useText()
  const joinsLater = Form.useWatch('joinLater', Form.useFormInstance()) === 1
  const choices = ([0, 1] as const).map((value) => ({ value, label: t(`task.joinLater${value}`) }))
  return (
    <div className={styles.row}>
      <Form.Item name="joinLater" label={t('task.joinLater')} extra={t('task.joinLaterHint')}>
        <Select options={choices} />
      </Form.Item>
      {joinsLater && (
        <Form.Item name="joinUntil" label={t('task.joinUntil')} extra={t('task.joinUntilHint')}>
          <SiteTimeField />
        </Form.Item>
      )}
    </div>
  )
}

function ScheduleFields() {
  const t = useText()
  const form = Form.useFormInstance()
  const type: unknown = Form.useWatch('scheduleType', form)
  const required = (message: string) => [{ required: true, message }]
  const schedules = ([0, 1, 3, 2] as const).map((value) => ({ value, label: t(`task.schedule${value}`) }))
  const hasEnd = Boolean(Form.useWatch('endTime', form))
  const ends = ([0, 1] as const).map((value) => ({ value, label: t(`task.stopAtEnd${value}`) }))
  const execTypes = ([1, 2] as const).map((value) => ({ value, label: t(`task.exec${value}`) }))
  return (
    <>
      <Form.Item name="execType" label={t('task.execType')} rules={required(t('task.execTypeRequired'))}>
        <Radio.Group optionType="button" options={execTypes} />
      </Form.Item>
      <Form.Item name="scheduleType" label={t('task.schedule')}>
        <Radio.Group optionType="button" options={schedules} />
      </Form.Item>
      {type === ScheduleType.cron && <CronItem name="cronText" label={t('task.cron')} />}
      {type === ScheduleType.everyDay && (
        <Form.Item name="dayTime" label={t('task.dayTime')} rules={required(t('task.dayTimeRequired'))}>
          <DayTimeField />
        </Form.Item>
      )}
      <div className={styles.row}>
        {type !== ScheduleType.now && (
          <Form.Item
            name="startTime"
            label={t('task.startTime')}
            rules={type === ScheduleType.byTime ? required(t('task.startTimeRequired')) : []}
          >
            <SiteTimeField />
          </Form.Item>
        )}
        <Form.Item name="endTime" label={t('task.endTime')}>
          <SiteTimeField />
        </Form.Item>
        {hasEnd && (
          <Form.Item name="stopAtEnd" label={t('task.stopAtEnd')}>
            <Select options={ends} />
          </Form.Item>
        )}
      </div>
    </>
  )
}

function ParamsPanel({ loadingParams }: TaskFieldsProps) {
  const t = useText()
  const form = Form.useFormInstance()
  const scriptId: unknown = Form.useWatch('scriptId', form)
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    const loading = shown(call(tasks.scriptParams, { query: { scriptId: Number(scriptId) } }))
    loadingParams.current = loading
    setLoading(true)
    try {
      form.setFieldValue('params', await loading)
    } catch {
      // Already reported to the user.
    } finally {
      loadingParams.current = undefined
      setLoading(false)
    }
  }
  return (
    <>
      <Button
        disabled={!scriptId}
        loading={isLoading}
        onClick={() => void load()}
        style={{ marginBottom: 8 }}
      >
        {t('task.loadParams')}
      </Button>
      <ParamsField />
    </>
  )
}
