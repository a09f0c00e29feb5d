import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { Status } from '@fleetdeck/contract/enums'
import { type HotScript, type HotScriptDraft, hotScripts } from '@fleetdeck/contract/hot-scripts'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, type RadioChangeEvent, Select } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { SourceFields, type SourceValues, toSource } from '../../components/script-file/SourceFields.tsx'
import { defaultListSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'

type Values = Omit<HotScriptDraft, 'url' | 'fileName' | 'content' | 'fileMd5'> & SourceValues

interface HotDrawerProps {
  /** Undefined for a new one. */
  hot: HotScript | undefined
  onSaved: () => unknown
  onClose: () => void
}

function useOptions() {
  const own = useQuery({
    queryKey: [scripts.list.path, 'options'],
    queryFn: ({ signal }) => call(scripts.list, { query: { pageSize: defaultListSize }, signal }),
  })
  const groups = useQuery({
    queryKey: [deviceGroups.list.path, 'options'],
    queryFn: ({ signal }) => call(deviceGroups.list, { query: { pageSize: defaultListSize }, signal }),
  })
  const mine = own.data?.list.filter(({ isMine }) => isMine) ?? []
  return {
    scripts: mine.map(({ id, scriptName }) => ({ value: id, label: scriptName })),
    groups: groups.data?.list.map(({ id, groupName }) => ({ value: id, label: groupName })) ?? [],
  }
}

function RolloutFields({ groups }: { groups: { value: number; label: string }[] }) {
  const t = useText()
  return (
    <>
      <Form.Item name="groupIds" label={t('hot.groups')} extra={t('hot.groupsHint')}>
        <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={groups} />
      </Form.Item>
      <Form.Item name="exceptionLimit" label={t('hot.exceptionLimit')} extra={t('hot.limitHint')}>
        <InputNumber min={0} max={10_000} precision={0} />
      </Form.Item>
      <Form.Item name="advanceMinutes" label={t('hot.advance')} extra={t('hot.advanceHint')}>
        <InputNumber min={0} max={10_080} precision={0} suffix={t('hot.minutes')} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item name="whenOver" label={t('hot.whenOver')}>
        <Radio.Group
          options={[
            { value: 0, label: t('hot.whenHold') },
            { value: 1, label: t('hot.whenBack') },
          ]}
        />
      </Form.Item>
    </>
  )
}

function OnOff(props: { value?: number; onChange?: (event: RadioChangeEvent) => void }) {
  const t = useText()
  const options = [
    { value: Status.on, label: t('common.enabled') },
    { value: Status.off, label: t('common.disabled') },
  ]
  return <Radio.Group {...props} options={options} />
}

/** A version for phones, and its rollout (spec §3, hot script). */
export function HotDrawer({ hot, onSaved, onClose }: HotDrawerProps) {
  const t = useText()
  const options = useOptions()
  const submit = async ({ source, address, file, content, fileMd5, ...rest }: Values) => {
    const body = { ...rest, ...toSource({ source, address, file, content, fileMd5 }) }
    if (hot) await call(hotScripts.edit, { body: { ...body, id: hot.id } })
    else await call(hotScripts.add, { body })
    showSuccess(t(hot ? 'table.saved' : 'table.added'))
    return onSaved()
  }
  const added = {
    source: 'upload',
    version: '1.0.0',
    forceUpdate: 1,
    versionPopup: 1,
    versionMsg: '',
    groupIds: [],
    exceptionLimit: 5,
    whenOver: 0,
    advanceMinutes: 0,
  }
  return (
    <FormDrawer<Values>
      title={t(hot ? 'hot.edit' : 'hot.add')}
      width={640}
      initialValues={hot ? { ...toDraft(hot), source: 'kept', address: hot.url } : added}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="hotName"
        label={t('hot.name')}
        rules={[{ required: true, whitespace: true, message: t('hot.nameRequired') }]}
      >
        <Input autoFocus maxLength={50} />
      </Form.Item>
      <Form.Item
        name="scriptId"
        label={t('hot.script')}
        extra={t('hot.scriptHint')}
        rules={[{ required: true, message: t('hot.scriptRequired') }]}
      >
        <Select showSearch={{ optionFilterProp: 'label' }} options={options.scripts} />
      </Form.Item>
      <SourceFields isNew={!hot} />
      <Form.Item
        name="version"
        label={t('script.version')}
        rules={[{ required: true, whitespace: true, message: t('script.versionRequired') }]}
      >
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="forceUpdate" label={t('hot.forceUpdate')} extra={t('hot.forceHint')}>
        <OnOff />
      </Form.Item>
      <Form.Item name="versionPopup" label={t('hot.versionPopup')}>
        <OnOff />
      </Form.Item>
      <Form.Item name="versionMsg" label={t('hot.versionMsg')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      <RolloutFields groups={options.groups} />
    </FormDrawer>
  )
}

const toDraft = (hot: HotScript) => ({
  hotName: hot.hotName,
  scriptId: hot.scriptId,
  version: hot.version,
  forceUpdate: hot.forceUpdate,
  versionPopup: hot.versionPopup,
  versionMsg: hot.versionMsg,
  groupIds: hot.groupIds,
  exceptionLimit: hot.exceptionLimit,
  whenOver: hot.whenOver,
  advanceMinutes: hot.advanceMinutes,
})
