import { Input, Select } from 'antd'
import { useMemo } from 'react'
import { type Translate, useText } from '../../app/language.ts'
import { GroupName, GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { UserName, UserPicker } from '../../components/pickers/UserPicker.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'

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
const deviceId = (t: Translate): CrudFilter => ({
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

export function useAssignedFilters(): CrudFilter[] {
  const t = useText()
  return useMemo(
    () => [
      anyText(t),
      {
        name: 'groupId',
        label: t('device.group'),
        input: <GroupPicker allowClear />,
        show: (id) => <GroupName id={id} />,
      },
      online(t),
      {
        name: 'tenantId',
        label: t('device.user'),
        input: <UserPicker allowClear />,
        show: (id) => <UserName id={id} />,
      },
      { name: 'deviceNo', label: t('device.number'), input: <Input allowClear maxLength={64} /> },
      deviceId(t),
      flagFilter(
        t,
        { name: 'status', label: t('device.status') },
        { '0': t('device.enabled'), '1': t('device.disabledStatus') },
      ),
    ],
    [t],
  )
}

export function useUnassignedFilters(): CrudFilter[] {
  const t = useText()
  return useMemo(() => [anyText(t), deviceId(t), online(t)], [t])
}
