import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import type { deviceWall } from '@fleetdeck/contract/device-wall'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents, usePacedDeviceStates } from '../../realtime/use-console-socket.ts'
import { monitorRows } from './monitor-view.ts'

/** Maximum number of devices that one console may watch. */
const maxDevices = 10_000
const none: never[] = []
const idIn = (text: string | undefined) => (text ? Number(text) : undefined)

/** The devices of the selected group, owner and computer, live, with filters evaluated on live values. */
export function useMonitor(
  filter: Record<string, string>,
  paceMs: number,
  endpoint: typeof deviceMonitor.list | typeof deviceWall.list = deviceMonitor.list,
) {
  const client = useQueryClient()
  const { groupId, tenantId, computerId, search, ...live } = filter
  const query = {
    groupId: idIn(groupId),
    tenantId: idIn(tenantId),
    computerId: idIn(computerId),
    search,
    pageSize: maxDevices,
  }
  const list = useQuery({
    queryKey: [endpoint.path, query],
    queryFn: ({ signal }) => call(endpoint, { query, signal }),
    meta: { silent: true },
  })
  const refresh = () => client.invalidateQueries({ queryKey: [endpoint.path] })
  useConsoleEvents((event) => {
    if (event.action === 'devicesChanged') inBackground(refresh())
  })
  const devices = list.data?.list ?? none
  const ids = useMemo(() => devices.map((device) => device.id), [devices])
  const states = usePacedDeviceStates(ids, paceMs)
  const liveKey = JSON.stringify(live)
  const rows = useMemo(() => monitorRows(devices, states, JSON.parse(liveKey)), [devices, states, liveKey])
  return { list, rows, refresh, loaded: devices.length, total: list.data?.total ?? 0 }
}
