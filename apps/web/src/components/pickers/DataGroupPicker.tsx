import { dataGroups } from '@fleetdeck/contract/data-groups'
import { call } from '../../api/call.ts'
import { PickedName } from './PickedName.tsx'
import type { PickSource } from './pick-source.ts'
import { type PickerProps, RemoteSelect } from './RemoteSelect.tsx'

interface Group {
  id: number
  groupName: string
  userName: string
}
const toOption = ({ id, groupName, userName }: Group) => ({ value: id, label: `${groupName} · ${userName}` })

const source: PickSource = {
  key: [dataGroups.list.path, 'picker'],
  page: async (name, pageNum, signal) => {
    // All matches are loaded together.
    const list = pageNum > 1 ? [] : await call(dataGroups.options, { query: { name }, signal })
    return { list: list.map(toOption), total: list.length }
  },
  one: async (id) => toOption(await call(dataGroups.one, { query: { id } })),
}

export const DataGroupPicker = (props: PickerProps) => <RemoteSelect {...props} source={source} />

export const DataGroupName = ({ id }: { id: string }) => <PickedName source={source} value={id} />
