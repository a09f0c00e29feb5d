import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { type DeviceGroup, DeviceGroupDraft, deviceGroups } from '@fleetdeck/contract/device-groups'
import { useState } from 'react'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { countColumn, timeColumn } from '../../crud/columns.tsx'
import { OwnerField, TextField } from '../../crud/fields.tsx'
import { ownerFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { GroupDevicesDialog } from './GroupDevicesDialog.tsx'

/** The device list, filtered by this group. */
const devicesOf = ({ id }: DeviceGroup) => `/device/deviceList?assStatus=1&groupId=${id}`
const onlineDevicesOf = (group: DeviceGroup) => `${devicesOf(group)}&online=1`

export function DeviceGroupsPage() {
  const t = useText()
  const mayFill = useMay(deviceBatches.batchGroupDevice.permission)
  const [filling, setFilling] = useState<DeviceGroup>()
  const hint = t('deviceGroup.showDevices')
  return (
    <>
      <CrudPage
        contract={deviceGroups}
        title={t('deviceGroup.title')}
        columns={[
          { key: 'groupName', title: t('deviceGroup.name') },
          { key: 'userName', title: t('deviceGroup.owner') },
          countColumn('deviceCount', t('deviceGroup.deviceCount'), { to: devicesOf, hint }),
          countColumn('onlineCount', t('deviceGroup.onlineCount'), { to: onlineDevicesOf, hint }),
          timeColumn('gmtModified', t('deviceGroup.modified')),
        ]}
        nameOf={(group) => group.groupName}
        filters={[{ name: 'name', label: t('deviceGroup.name') }, ownerFilter(t('deviceGroup.owner'))]}
        form={{
          addTitle: t('deviceGroup.add'),
          editTitle: t('deviceGroup.edit'),
          fields: (group) => (
            <>
              <TextField draft={DeviceGroupDraft} name="groupName" label={t('deviceGroup.name')} autoFocus />
              {!group && <OwnerField label={t('deviceGroup.owner')} hint={t('deviceGroup.ownerHint')} />}
            </>
          ),
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
