import { type Computer, computers } from '@fleetdeck/contract/computers'
import { ComputerId } from '@fleetdeck/contract/ids'
import { call } from '../../api/call.ts'
import { PickedName } from './PickedName.tsx'
import { listSource, type PickSource } from './pick-source.ts'
import { type PickerProps, RemoteSelect } from './RemoteSelect.tsx'

const toOption = ({ id, computerName, place }: Pick<Computer, 'id' | 'computerName' | 'place'>) => ({
  value: id,
  label: place ? `${computerName} · ${place}` : computerName,
})

const source: PickSource = {
  ...listSource(computers.list, { searchBy: 'name', toOption }),
  one: async (id) => toOption(await call(computers.one, { query: { id: ComputerId.parse(id) } })),
}

export const ComputerPicker = (props: PickerProps) => <RemoteSelect {...props} source={source} />

export const ComputerName = ({ id }: { id: string }) => <PickedName source={source} value={id} />
