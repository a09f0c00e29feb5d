import { batteryBelowPercents } from '@fleetdeck/contract/devices'
import { Input, Select } from 'antd'
import { GroupName, GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'

/** A choice between two flags, '0' and '1'. */
function flagFilter(
  t: Translate,
  { name, label }: { name: string; label: string },
  words: Record<'0' | '1', string>,
): CrudFilter {
  const options = Object.entries(words).map(([value, word]) => ({ value, label: word }))
  return {
    name,
    label,
    input: <Select allowClear options={options} placeholder={t('table.all')} />,
    show: (value) => words[value === '1' ? '1' : '0'],
  }
}

const anyText = (t: Translate): CrudFilter => ({
  name: 'search',
  label: t('device.anyText'),
  input: <Input allowClear maxLength={64} placeholder={t('device.anyTextHint')} />,
})
const hardwareId = (t: Translate): CrudFilter => ({
  name: 'deviceId',
  label: t('device.deviceId'),
  input: <Input allowClear maxLength={128} />,
})
const online = (t: Translate) =>
  flagFilter(
    t,
    { name: 'online', label: t('device.onlineFilter') },
    { '1': t('device.isOnline'), '0': t('device.isOffline') },
  )

/** One of some numbers, each in its sentence. */
function numberFilter(
  t: Translate,
  { name, label }: { name: string; label: string },
  { numbers, sentence }: { numbers: readonly number[]; sentence: (value: number) => string },
): CrudFilter {
  const options = numbers.map((value) => ({ value: String(value), label: sentence(value) }))
  return {
    name,
    label,
    input: <Select allowClear options={options} placeholder={t('table.all')} />,
    show: (value) => sentence(Number(value)),
  }
}

const brand = (t: Translate): CrudFilter => ({
  name: 'brand',
  label: t('device.brand'),
  input: <Input allowClear maxLength={64} />,
})

const expiryDays = [0, 7, 30, 90]

const conditionFilters = (t: Translate): CrudFilter[] => [
  numberFilter(
    t,
    { name: 'battery', label: t('device.battery') },
    { numbers: batteryBelowPercents, sentence: (percent) => t('device.batteryBelow', { percent }) },
  ),
  {
    name: 'trouble',
    label: t('device.troubleFilter'),
    input: (
      <Select
        allowClear
        options={[{ value: '1', label: t('device.stateTrouble') }]}
        placeholder={t('table.all')}
      />
    ),
    show: () => t('device.stateTrouble'),
  },
  flagFilter(
    t,
    { name: 'serviceOk', label: t('device.service') },
    { '1': t('device.serviceOk'), '0': t('device.serviceDown') },
  ),
  flagFilter(
    t,
    { name: 'hasTask', label: t('monitor.taskFilter') },
    { '1': t('monitor.hasTask'), '0': t('device.noTask') },
  ),
  numberFilter(
    t,
    { name: 'expiresWithin', label: t('device.expires') },
    {
      numbers: expiryDays,
      sentence: (days) => (days === 0 ? t('device.expired') : t('device.expiresWithin', { days })),
    },
  ),
]

export function useAssignedFilters(): CrudFilter[] {
  const t = useText()
  return [
    anyText(t),
    {
      name: 'groupId',
      label: t('device.group'),
      input: <GroupPicker allowClear />,
      show: (id) => <GroupName id={id} />,
    },
    online(t),
    ownerFilter(t('device.user')),
    { name: 'deviceNo', label: t('device.number') },
    hardwareId(t),
    flagFilter(
      t,
      { name: 'status', label: t('device.status') },
      { '0': t('device.enabled'), '1': t('device.disabledStatus') },
    ),
    ...conditionFilters(t),
    brand(t),
  ]
}

export function useUnassignedFilters(): CrudFilter[] {
  const t = useText()
  return [anyText(t), hardwareId(t), online(t), brand(t)]
}
