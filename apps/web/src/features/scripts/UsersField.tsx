import { users } from '@fleetdeck/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { pickerPageSize } from '../../ground/constants.ts'

interface UsersFieldProps {
  /** Names of the users that are already selected. */
  known: readonly { id: number; userName: string }[]
  value?: number[]
  onChange?: (ids: number[]) => void
  id?: string
}

/** Selects several users, searched by name on the server. */
export function UsersField({ known, value, onChange, id }: UsersFieldProps) {
  const [typed, setTyped] = useState('')
  const userName = useDebounced(typed)
  const { data, isFetching } = useQuery({
    queryKey: [users.listAll.path, 'several', userName],
    queryFn: ({ signal }) => call(users.listAll, { query: { userName, pageSize: pickerPageSize }, signal }),
  })
  const names = new Map([...known, ...(data?.list ?? [])].map((user) => [user.id, user.userName]))
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      value={value ?? []}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={[...names].map(([userId, label]) => ({ value: userId, label }))}
    />
  )
}
