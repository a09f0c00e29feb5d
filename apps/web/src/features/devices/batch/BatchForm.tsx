import type { DeviceActionInput, DeviceSelection } from '@fleetdeck/contract/device-batches'
import { Status } from '@fleetdeck/contract/enums'
import { Form } from 'antd'
import { FormDrawer } from '../../../components/FormDrawer.tsx'
import { GroupPicker } from '../../../components/pickers/GroupPicker.tsx'
import { UserPicker } from '../../../components/pickers/UserPicker.tsx'
import { SiteTimeField } from '../../../components/SiteTimeField.tsx'
import { SettingGroup } from '../../../components/settings/SettingGroup.tsx'
import { filledValues, type SettingValues } from '../../../components/settings/setting-values.ts'
import { useText } from '../../../ground/language.ts'
import { type ChosenDevices, toUndo } from './chosen-devices.ts'
import { PreviewNote } from './PreviewNote.tsx'
import { useDeviceBatch } from './use-device-batch.tsx'

/** `enable` has no fields: it shows what it would do. */
export type BatchFormName = 'enable' | 'group' | 'owner' | 'expiry' | 'settings'

interface Values {
  groupId?: number
  tenantId?: number
  /** ISO 8601. */
  expireTime?: string | null
  projection?: SettingValues
  control?: SettingValues
}

const titles = {
  enable: 'device.enable',
  group: 'device.batchGroup',
  owner: 'device.batchOwner',
  expiry: 'device.batchExpiry',
  settings: 'device.batchSettings',
} as const

/** The form is not submitted without it. */
function requireId(id: number | undefined): number {
  if (id === undefined) throw new Error('a required field is empty')
  return id
}

function toAction(name: BatchFormName, values: Values): DeviceActionInput {
  const { groupId, tenantId, expireTime } = values
  if (name === 'enable') return { action: 'enable' }
  if (name === 'group') return { action: 'group', groupId: requireId(groupId) }
  if (name === 'owner') return { action: 'owner', tenantId: requireId(tenantId), groupId: groupId ?? null }
  if (name === 'expiry') return { action: 'expiry', expireTime: expireTime ?? null }
  return {
    action: 'settings',
    projection: filledValues(values.projection),
    control: filledValues(values.control),
  }
}

/** The devices may have several owners: the server reports those that the group does not fit. */
function GroupField() {
  const t = useText()
  return (
    <Form.Item
      name="groupId"
      label={t('device.group')}
      extra={t('device.batchGroupHint')}
      rules={[{ required: true, message: t('device.selectGroup') }]}
    >
      <GroupPicker allowNew title={t('device.group')} placeholder={t('device.selectGroup')} />
    </Form.Item>
  )
}

function OwnerFields() {
  const t = useText()
  const form = Form.useFormInstance()
  const ownerId = Form.useWatch<number | undefined>('tenantId')
  return (
    <>
      <Form.Item
        name="tenantId"
        label={t('device.user')}
        rules={[{ required: true, message: t('device.selectUser') }]}
      >
        <UserPicker
          title={t('device.user')}
          placeholder={t('device.selectUser')}
          onChange={() => form.setFieldValue('groupId', undefined)}
        />
      </Form.Item>
      <Form.Item name="groupId" label={t('device.group')} extra={t('device.batchOwnerHint')}>
        <GroupPicker
          allowNew
          allowClear
          title={t('device.group')}
          ownerId={ownerId}
          disabled={ownerId === undefined}
        />
      </Form.Item>
    </>
  )
}

function ExpiryField() {
  const t = useText()
  return (
    <Form.Item name="expireTime" label={t('device.expires')} extra={t('device.batchExpiryHint')}>
      <SiteTimeField placeholder={t('device.neverExpires')} />
    </Form.Item>
  )
}

/** Undefined until the action is complete. Which settings change does not matter for what is refused. */
function toPreview(name: BatchFormName, values: Values | undefined): DeviceActionInput | undefined {
  if (name === 'settings') return { action: 'settings', projection: {}, control: {} }
  if (name === 'group' && !values?.groupId) return undefined
  if (name === 'owner' && !values?.tenantId) return undefined
  return toAction(name, values ?? {})
}

function Preview({ name, selection }: { name: BatchFormName; selection: DeviceSelection }) {
  const action = toPreview(name, Form.useWatch<Values | undefined>([]))
  return action && <PreviewNote action={action} selection={selection} />
}

/** Asks for the parameters of a batch and starts it. */
export function BatchForm({
  name,
  chosen,
  onStarted,
  onClose,
}: {
  name: BatchFormName
  chosen: ChosenDevices
  /** Called when the batch was started. */
  onStarted: () => void
  onClose: () => void
}) {
  const t = useText()
  const { start } = useDeviceBatch()
  const label = t(titles[name])
  return (
    <FormDrawer<Values>
      place={`device/batch/${name}`}
      title={`${label} · ${t('command.devices', { count: chosen.count })}`}
      okText={t('device.batchApply', { count: chosen.count })}
      onSubmit={async (values) => {
        // The batch continues on the server and shows its progress.
        const undo = name === 'enable' ? toUndo(chosen, Status.off) : undefined
        const isStarted = await start({ action: toAction(name, values), selection: chosen.selection, undo })
        if (isStarted) onStarted()
        return isStarted
      }}
      onClose={onClose}
    >
      {name === 'group' && <GroupField />}
      {name === 'owner' && <OwnerFields />}
      {name === 'expiry' && <ExpiryField />}
      {name === 'settings' && (
        <>
          <p>{t('device.batchSettingsHint')}</p>
          <SettingGroup group="projection" />
          <SettingGroup group="control" />
        </>
      )}
      <Preview name={name} selection={chosen.selection} />
    </FormDrawer>
  )
}
