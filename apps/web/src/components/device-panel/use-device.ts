import { devices } from '@fleetdeck/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** A device with its settings, by number. */
export const useDevice = (deviceNo: string) =>
  useQuery({
    queryKey: [devices.findOne.path, deviceNo],
    queryFn: ({ signal }) => call(devices.findOne, { query: { deviceNo }, signal }),
    enabled: deviceNo !== '',
    meta: { silent: true },
  })
