import { devices } from '@fleetdeck/contract/devices'
import { call } from '../../api/call.ts'
import { isCounted } from './assign-numbers.ts'

/** Numbers that merely contain the prefix may stand before those that begin with it. */
const looked = 50

/** The highest number of a prefix and digits that the caller sees, if any. */
export async function findLastNumber(prefix: string): Promise<string | undefined> {
  if (prefix === '') return undefined
  const { list } = await call(devices.list, {
    query: {
      deviceNo: prefix,
      assStatus: '1',
      orderByColumn: 'deviceNo',
      isAsc: 'desc',
      pageSize: looked,
    },
  })
  return list.map(({ deviceNo }) => deviceNo).find((number) => isCounted(prefix, number))
}
