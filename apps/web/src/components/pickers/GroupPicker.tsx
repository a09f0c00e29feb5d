import { type DeviceGroup, deviceGroups } from '@fleetdeck/contract/device-groups'
import { useMemo } from 'react'
import { useMay } from '../../ground/session-store.ts'
import { BrowsableSelect } from './BrowsableSelect.tsx'
import { NewGroup } from './NewGroup.tsx'
import { PickedName } from './PickedName.tsx'
import { listSource } from './pick-source.ts'
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

const groupSource = (ownerId: number | undefined) =>
  listSource(deviceGroups.list, {
    searchBy: 'name',
    toOption: (group) => toOption(group, ownerId),
    fixed: { tenantId: ownerId },
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
