import type { LinkedCall, LinkedRow } from '@fleetdeck/contract/linked-rows'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { pickerPageSize } from '../../ground/constants.ts'
import { PickedName } from './PickedName.tsx'
import type { PickSource } from './pick-source.ts'
import { type PickerProps, RemoteSelect } from './RemoteSelect.tsx'

const toOption = ({ id, label }: LinkedRow) => ({ value: id, label })

const linkedSource = (of: LinkedCall): PickSource => ({
  key: [of.path, 'picker'],
  page: async (search, pageNum, signal) => {
    const query = { search, pageNum, pageSize: pickerPageSize }
    const { list, total } = await call(of, { query, signal })
    return { list: list.map(toOption), total }
  },
  one: async (id) => {
    const { list } = await call(of, { query: { id } })
    return list[0] && toOption(list[0])
  },
})

interface LinkedProps {
  /** The call that returns the options. */
  of: LinkedCall
}

/** Selects a row of another table by its label. */
export function LinkedSelect({ of, ...props }: PickerProps & LinkedProps) {
  const source = useMemo(() => linkedSource(of), [of])
  return <RemoteSelect {...props} source={source} />
}

export function LinkedName({ of, value }: LinkedProps & { value: string }) {
  const source = useMemo(() => linkedSource(of), [of])
  return <PickedName source={source} value={value} />
}
