import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { type DeviceGroup, deviceGroups } from '@fleetdeck/contract/device-groups'
import { Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { UserName, UserPicker } from '../../components/pickers/UserPicker.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { GroupDevicesDialog } from './GroupDevicesDialog.tsx'

/** The device list, filtered by this group. */
const devicesOf = (group: DeviceGroup, more = '') =>
  `/device/deviceList?assStatus=1&groupId=${group.id}${more}`

function useColumns(): CrudColumn<DeviceGroup>[] {
  const t = useText()
  return [
    { key: 'groupName', title: t('deviceGroup.name') },
    { key: 'userName', title: t('deviceGroup.owner') },
    {
      key: 'deviceCount',
      title: t('deviceGroup.deviceCount'),
      align: 'right',
      render: (_, group) => (
        <Link to={devicesOf(group)} title={t('deviceGroup.showDevices')}>
          {group.deviceCount}
        </Link>
      ),
    },
    {
      key: 'onlineCount',
      title: t('deviceGroup.onlineCount'),
      align: 'right',
      render: (_, group) => (
        <Link to={devicesOf(group, '&online=1')} title={t('deviceGroup.showDevices')}>
          {group.onlineCount}
        </Link>
      ),
    },
    {
      key: 'gmtModified',
      title: t('deviceGroup.modified'),
      render: (_, group) => <TimeText value={group.gmtModified} />,
    },
  ]
}

function GroupFields({ isNew }: { isNew: boolean }) {
  const t = useText()
  return (
    <>
      <Form.Item
        name="groupName"
        label={t('deviceGroup.name')}
        rules={[
          { required: true, whitespace: true, message: t('deviceGroup.nameRequired') },
          { max: 50, message: t('deviceGroup.nameLength') },
        ]}
      >
        <Input autoFocus maxLength={50} />
      </Form.Item>
      {isNew && (
        <Form.Item name="tenantId" label={t('deviceGroup.owner')} extra={t('deviceGroup.ownerHint')}>
          <UserPicker allowClear />
        </Form.Item>
      )}
    </>
  )
}

export function DeviceGroupsPage() {
  const t = useText()
  const columns = useColumns()
  const mayFill = useMay(deviceBatches.batchGroupDevice.permission)
  const [filling, setFilling] = useState<DeviceGroup>()
  const filters = useMemo(
    () => [
      { name: 'name', label: t('deviceGroup.name'), input: <Input allowClear maxLength={50} /> },
      {
        name: 'tenantId',
        label: t('deviceGroup.owner'),
        input: <UserPicker allowClear />,
        show: (id: string) => <UserName id={id} />,
      },
    ],
    [t],
  )
  return (
    <>
      <CrudPage
        contract={deviceGroups}
        title={t('deviceGroup.title')}
        columns={columns}
        nameOf={(group) => group.groupName}
        filters={filters}
        form={{
          addTitle: t('deviceGroup.add'),
          editTitle: t('deviceGroup.edit'),
          fields: (group) => <GroupFields isNew={group === undefined} />,
        }}
        rowActions={(group, { edit, remove }) => [
          mayFill && { key: 'fill', label: t('groupDevices.add'), run: () => setFilling(group) },
          edit,
          remove,
        ]}
        emptyText={t('deviceGroup.empty')}
      />
      {filling && <GroupDevicesDialog group={filling} onClose={() => setFilling(undefined)} />}
    </>
  )
}
