import { devices } from '@fleetdeck/contract/devices'
import { call } from '../../api/call.ts'
import { isCounted } from './assign-numbers.ts'

/** Rows to search: numbers that only contain the prefix may precede those that begin with it. */
const maxSearched = 50

/** The highest number of the prefix followed by digits, among the devices visible to the caller. */
export async function findLastNumber(prefix: string): Promise<string | undefined> {
  if (prefix === '') return undefined
  const { list } = await call(devices.list, {
    query: {
      deviceNo: prefix,
      assStatus: '1',
      orderByColumn: 'deviceNo',
      isAsc: 'desc',
      pageSize: maxSearched,
    },
  })
  return list.map(({ deviceNo }) => deviceNo).find((number) => isCounted(prefix, number))
}
