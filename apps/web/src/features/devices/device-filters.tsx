import type { CheckCode } from '@fleetdeck/contract/check-codes'
import { batteryBelowPercents, devices } from '@fleetdeck/contract/devices'
import { phoneChecks } from '@fleetdeck/contract/phone-checks'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter, groupFilter, ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText, useTranslated } from '../../ground/language.ts'

const anyText = (t: Translate): CrudFilter => ({
  name: 'search',
  label: t('device.anyText'),
  input: <Input allowClear maxLength={64} placeholder={t('device.anyTextHint')} />,
})
const online = (t: Translate) =>
  choiceFilter(t, 'online', t('device.onlineFilter'), [
    ['0', t('device.isOffline')],
    ['1', t('device.isOnline')],
  ])

const expiryDays = [0, 7, 30, 90]

const conditionFilters = (t: Translate): CrudFilter[] => [
  choiceFilter(
    t,
    'battery',
    t('device.battery'),
    batteryBelowPercents.map((percent) => [String(percent), t('device.batteryBelow', { percent })]),
  ),
  choiceFilter(t, 'trouble', t('device.troubleFilter'), [['1', t('device.stateTrouble')]]),
  choiceFilter(t, 'serviceOk', t('device.service'), [
    ['0', t('device.serviceDown')],
    ['1', t('device.serviceOk')],
  ]),
  choiceFilter(t, 'hasTask', t('monitor.taskFilter'), [
    ['0', t('device.noTask')],
    ['1', t('monitor.hasTask')],
  ]),
  choiceFilter(
    t,
    'expiresWithin',
    t('device.expires'),
    expiryDays.map((days) => [
      String(days),
      days === 0 ? t('device.expired') : t('device.expiresWithin', { days }),
    ]),
  ),
]

const keyPair = (t: Translate) =>
  choiceFilter(t, 'hasKey', t('device.keyPair'), [
    ['1', t('device.hasKey')],
    ['0', t('device.noKey')],
  ])

/** With the number of phones that have the problem, and only those problems that there are. */
function mendFilter(t: Translate, counts: readonly { code: CheckCode; count: number }[]): CrudFilter {
  const problems = counts.map(({ code, count }): [string, string] => [
    code,
    t('check.counted', { problem: t(`check.${code}.mend`), count }),
  ])
  return choiceFilter(t, 'toMend', t('check.filter'), [['any', t('check.any')], ...problems])
}

const assignedFilters = (t: Translate): CrudFilter[] => [
  anyText(t),
  groupFilter(t('device.group')),
  online(t),
  ownerFilter(t('device.user')),
  { name: 'deviceNo', label: t('device.number') },
  { name: 'deviceId', label: t('device.deviceId') },
  choiceFilter(t, 'status', t('device.status'), [
    ['0', t('device.enabled')],
    ['1', t('device.disabledStatus')],
  ]),
  ...conditionFilters(t),
  keyPair(t),
  { name: 'brand', label: t('device.brand') },
]

const unassignedFilters = (t: Translate): CrudFilter[] => [
  anyText(t),
  { name: 'deviceId', label: t('device.deviceId') },
  online(t),
  keyPair(t),
  { name: 'brand', label: t('device.brand') },
]

export function useAssignedFilters(): CrudFilter[] {
  const t = useText()
  const filters = useTranslated(assignedFilters)
  const { data } = useQuery({
    // Together with the counts of home.
    queryKey: [devices.list.path, 'count', phoneChecks.summary.path],
    queryFn: ({ signal }) => call(phoneChecks.summary, { signal }),
    meta: { silent: true },
  })
  return useMemo(() => [...filters, mendFilter(t, data ?? [])], [filters, t, data])
}
export const useUnassignedFilters = () => useTranslated(unassignedFilters)
