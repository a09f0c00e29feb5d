import { batteryBelowPercents } from '@fleetdeck/contract/devices'
import { Input } from 'antd'
import { useMemo } from 'react'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter, groupFilter, ownerFilter } from '../../crud/filters.tsx'
import { usePhoneFilters } from '../../crud/phone-filters.tsx'
import { type Translate, useTranslated } from '../../ground/language.ts'

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
  const filters = useTranslated(assignedFilters)
  const ofPhones = usePhoneFilters()
  return useMemo(() => [...filters, ...ofPhones], [filters, ofPhones])
}
export function useUnassignedFilters(): CrudFilter[] {
  const filters = useTranslated(unassignedFilters)
  const ofPhones = usePhoneFilters()
  return useMemo(
    () => [...filters, ...ofPhones.filter(({ name }) => name === 'computerId')],
    [filters, ofPhones],
  )
}
