import { offlineMinutes } from '@fleetdeck/contract/device-monitor'
import { batteryBelowPercents } from '@fleetdeck/contract/devices'
import { Input, Select } from 'antd'
import { useMemo } from 'react'
import { GroupName, GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { UserName, UserPicker } from '../../components/pickers/UserPicker.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { type Translate, useText } from '../../ground/language.ts'

type Choice = readonly [value: string, word: string]

function choice(t: Translate, name: string, label: string, choices: readonly Choice[]): CrudFilter {
  const options = choices.map(([value, word]) => ({ value, label: word }))
  return {
    name,
    label,
    input: <Select allowClear options={options} placeholder={t('table.all')} />,
    show: (value) => options.find((option) => option.value === value)?.label ?? value,
  }
}

const liveFilters = (t: Translate): CrudFilter[] => [
  choice(
    t,
    'battery',
    t('device.battery'),
    batteryBelowPercents.map((percent) => [String(percent), t('device.batteryBelow', { percent })]),
  ),
  choice(
    t,
    'offline',
    t('monitor.offlineFor'),
    offlineMinutes.map((minutes) => [String(minutes), t('monitor.offlineMinutes', { minutes })]),
  ),
  choice(t, 'serviceOk', t('device.service'), [
    ['1', t('device.serviceOk')],
    ['0', t('device.serviceDown')],
  ]),
  choice(t, 'hasTask', t('monitor.taskFilter'), [
    ['1', t('monitor.hasTask')],
    ['0', t('device.noTask')],
  ]),
  choice(t, 'online', t('device.onlineFilter'), [
    ['1', t('device.isOnline')],
    ['0', t('device.isOffline')],
  ]),
]

export function useMonitorFilters(): CrudFilter[] {
  const t = useText()
  return useMemo(
    () => [
      {
        name: 'search',
        label: t('device.anyText'),
        input: <Input allowClear maxLength={64} placeholder={t('device.number')} />,
      },
      {
        name: 'groupId',
        label: t('device.group'),
        input: <GroupPicker allowClear />,
        show: (id) => <GroupName id={id} />,
      },
      ...liveFilters(t),
      {
        name: 'tenantId',
        label: t('device.user'),
        input: <UserPicker allowClear />,
        show: (id) => <UserName id={id} />,
      },
    ],
    [t],
  )
}
