import { offlineMinutes } from '@fleetdeck/contract/device-monitor'
import { batteryBelowPercents } from '@fleetdeck/contract/devices'
import { Input } from 'antd'
import { useMemo } from 'react'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter, groupFilter, ownerFilter } from '../../crud/filters.tsx'
import { usePhoneFilters } from '../../crud/phone-filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'

const liveFilters = (t: Translate): CrudFilter[] => [
  choiceFilter(
    t,
    'battery',
    t('device.battery'),
    batteryBelowPercents.map((percent) => [String(percent), t('device.batteryBelow', { percent })]),
  ),
  choiceFilter(
    t,
    'offline',
    t('monitor.offlineFor'),
    offlineMinutes.map((minutes) => [String(minutes), t('monitor.offlineMinutes', { minutes })]),
  ),
  choiceFilter(t, 'serviceOk', t('device.service'), [
    ['1', t('device.serviceOk')],
    ['0', t('device.serviceDown')],
  ]),
  choiceFilter(t, 'hasTask', t('monitor.taskFilter'), [
    ['1', t('monitor.hasTask')],
    ['0', t('device.noTask')],
  ]),
  choiceFilter(t, 'online', t('device.onlineFilter'), [
    ['1', t('device.isOnline')],
    ['0', t('device.isOffline')],
  ]),
]

export function useMonitorFilters(): CrudFilter[] {
  const t = useText()
  const ofPhones = usePhoneFilters()
  return useMemo(
    () => [
      {
        name: 'search',
        label: t('device.anyText'),
        input: <Input allowClear maxLength={64} placeholder={t('device.number')} />,
      },
      groupFilter(t('device.group')),
      ...liveFilters(t),
      ...ofPhones,
      ownerFilter(t('device.user')),
    ],
    [t, ofPhones],
  )
}
