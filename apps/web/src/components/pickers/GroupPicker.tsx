import { type DeviceGroup, deviceGroups } from '@fleetdeck/contract/device-groups'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { pickerPageSize } from '../../ground/constants.ts'
import { useMay } from '../../ground/session-store.ts'
import { BrowsableSelect } from './BrowsableSelect.tsx'
import { NewGroup } from './NewGroup.tsx'
import { PickedName } from './PickedName.tsx'
import type { PickSource } from './pick-source.ts'
import { type PickerProps, RemoteSelect } from './RemoteSelect.tsx'

interface GroupPickerProps extends PickerProps {
  /** Groups of this user only. */
  ownerId?: number | undefined
  /** Offers to create a missing group. */
  allowNew?: boolean
  /** With a title it can also be selected in a dialog. */
  title?: string
}

const toOption = ({ id, groupName, userName }: DeviceGroup, ownerId?: number) => ({
  value: id,
  label: ownerId ? groupName : `${groupName} · ${userName}`,
})

const groupSource = (ownerId: number | undefined): PickSource => ({
  key: [deviceGroups.list.path, 'picker', ownerId],
  page: async (name, pageNum, signal) => {
    const query = { name, tenantId: ownerId, pageNum, pageSize: pickerPageSize }
    const { list, total } = await call(deviceGroups.list, { query, signal })
    return { list: list.map((group) => toOption(group, ownerId)), total }
  },
  one: async (id) => {
    const { list } = await call(deviceGroups.list, { query: { id } })
    return list[0] && toOption(list[0], ownerId)
  },
})

export function GroupPicker({ ownerId, allowNew = false, title, ...props }: GroupPickerProps) {
  const source = useMemo(() => groupSource(ownerId), [ownerId])
  const mayAdd = useMay(deviceGroups.add.permission)
  const footer = (close: () => void) => (
    <NewGroup
      ownerId={ownerId}
      onMade={(id) => {
        props.onChange?.(id)
        close()
      }}
    />
  )
  const all = { ...props, source, footer: allowNew && mayAdd ? footer : undefined }
  return title === undefined ? <RemoteSelect {...all} /> : <BrowsableSelect {...all} title={title} />
}

const everyGroup = groupSource(undefined)

export const GroupName = ({ id }: { id: string }) => <PickedName source={everyGroup} value={id} />
