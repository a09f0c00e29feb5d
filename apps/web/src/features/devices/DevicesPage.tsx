import { type Device, devices } from '@fleetdeck/contract/devices'
import { enrolmentRequests } from '@fleetdeck/contract/enrolment-requests'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { CountedLabel } from '../../components/CountedLabel.tsx'
import { DeviceGlance } from '../../components/device-glance/DeviceGlance.tsx'
import { DeviceOverlays } from '../../components/device-panel/DeviceOverlays.tsx'
import type { DeviceOrder } from '../../components/device-panel/neighbours.ts'
import { UnusablePhones } from '../../components/UnusablePhones.tsx'
import type { ListPage } from '../../crud/crud-page-props.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { AssignedDevices } from './AssignedDevices.tsx'
import { BatchDrawer } from './batch/BatchDrawer.tsx'
import { useResumedBatches } from './batch/use-started-batch.tsx'
import { EnrolmentRequests } from './requests/EnrolmentRequests.tsx'
import { UnassignedDevices } from './UnassignedDevices.tsx'
import { useReloadDevices } from './use-device-commands.ts'

/** Minimum interval between reloads of the lists, however many phones connect together; ms. */
const reloadPauseMs = 1000
const requestsView = 'requests'

/** Reloads the lists when devices are added, removed or reassigned. */
function useDeviceListEvents() {
  const reload = useReloadDevices()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useConsoleEvents((event) => {
    if (event.action !== 'devicesChanged') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => inBackground(reload()), reloadPauseMs)
  })
}

function useUnassignedCount(): number | undefined {
  const isAllowed = useMay(devices.listUnAssignedDevice.permission)
  const { data } = useQuery({
    queryKey: [devices.listUnAssignedDevice.path, 'count'],
    queryFn: ({ signal }) => call(devices.listUnAssignedDevice, { query: { pageSize: 1 }, signal }),
    enabled: isAllowed,
    meta: { silent: true },
  })
  return data?.total
}

/** Phones that an operator has to decide about. */
function useRequestCount(): number {
  const query = { pageSize: 1, state: 'waiting' } as const
  const { data } = useQuery({
    queryKey: [enrolmentRequests.list.path, 'count'],
    queryFn: ({ signal }) => call(enrolmentRequests.list, { query, signal }),
    meta: { silent: true },
  })
  return data?.total ?? 0
}

const noRows: readonly Device[] = []

/** The phones of the shown page of the list, and the pages beside it. */
function useListOrder() {
  const [, setParams] = useSearchParams()
  const [shown, setShown] = useState<{ rows: readonly Device[] } & ListPage>()
  const onRows = useCallback((rows: readonly Device[], page: ListPage) => setShown({ rows, ...page }), [])
  const { rows, pageNum = 1, pages = 1 } = shown ?? {}
  const turnTo = (page: number) => () =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('pageNum', String(page))
        return next
      },
      { replace: true },
    )
  const turn = {
    before: pageNum > 1 ? turnTo(pageNum - 1) : undefined,
    after: pageNum < pages ? turnTo(pageNum + 1) : undefined,
  }
  const deviceNos = rows?.map(({ deviceNo }) => deviceNo)
  return { order: { deviceNos, turn } satisfies DeviceOrder, rows: rows ?? noRows, onRows }
}

function UnassignedLabel() {
  return <CountedLabel text={useText()('device.unassigned')} count={useUnassignedCount()} />
}

function RequestsLabel() {
  return <CountedLabel text={useText()('enrolmentRequest.title')} count={useRequestCount()} />
}

/** The device list: assigned and unassigned phones (assStatus '1' and '0', spec §3), and those that ask to enrol. */
export function DevicesPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const mayDecide = useMay(enrolmentRequests.list.permission)
  const { order, rows, onRows } = useListOrder()
  useDeviceListEvents()
  useResumedBatches()
  const shown = params.get('assStatus') ?? '1'
  const show = (assStatus: string) => setParams(assStatus === '1' ? {} : { assStatus })
  const isAssigned = shown !== '0' && shown !== requestsView
  const heading = (
    <Segmented
      aria-label={t('device.title')}
      value={shown}
      onChange={show}
      options={[
        { value: '1', label: t('device.assigned') },
        { value: '0', label: <UnassignedLabel /> },
        ...(mayDecide ? [{ value: requestsView, label: <RequestsLabel /> }] : []),
      ]}
    />
  )
  return (
    <>
      <UnusablePhones />
      {shown === requestsView ? (
        <EnrolmentRequests heading={heading} />
      ) : shown === '0' ? (
        <UnassignedDevices heading={heading} />
      ) : (
        <AssignedDevices heading={heading} onShowUnassigned={() => show('0')} onRows={onRows} />
      )}
      <BatchDrawer />
      <DeviceOverlays {...(isAssigned && { order })} />
      <DeviceGlance devices={rows} />
    </>
  )
}
