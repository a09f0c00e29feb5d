import { users } from '@fleetdeck/contract/users'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { defaultListSize } from '../../ground/constants.ts'

/** Users with whom tasks can be shared, as options. */
export function usePeople() {
  const { data } = useQuery({
    queryKey: [users.listForScript.path, 'shares'],
    queryFn: ({ signal }) => call(users.listForScript, { query: { pageSize: defaultListSize }, signal }),
  })
  return data?.list.map(({ id, userName }) => ({ value: id, label: userName })) ?? []
}
