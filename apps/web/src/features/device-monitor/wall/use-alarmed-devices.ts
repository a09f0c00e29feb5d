import type { AlarmKind } from '@fleetdeck/contract/alarms'
import { deviceWall } from '@fleetdeck/contract/device-wall'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api/call.ts'
import { inBackground } from '../../../api/feedback.ts'
import { useConsoleEvents } from '../../../realtime/use-console-socket.ts'
import type { MonitorRow } from '../monitor-view.ts'

const { alarms } = deviceWall
const none: never[] = []

/** The unresolved alarms of devices, by device; loaded again when the server reports a change. */
export function useAlarmedDevices(): ReadonlyMap<number, readonly AlarmKind[]> {
  const client = useQueryClient()
  const { data = none } = useQuery({
    queryKey: [alarms.path],
    queryFn: ({ signal }) => call(alarms, { signal }),
    meta: { silent: true },
  })
  useConsoleEvents((event) => {
    if (event.action === 'alarmsChanged' || event.action === 'devicesChanged')
      inBackground(client.invalidateQueries({ queryKey: [alarms.path] }))
  })
  return useMemo(() => new Map(data.map(({ deviceId, kinds }) => [deviceId, kinds])), [data])
}

export const withAlarms = (row: MonitorRow, alarms: readonly AlarmKind[] | undefined): MonitorRow =>
  alarms ? { ...row, alarms } : row
