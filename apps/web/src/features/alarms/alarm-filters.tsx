import { AlarmKind, AlarmState, MessageKind, MessageState, RobotKind } from '@fleetdeck/contract/alarms'
import { Select } from 'antd'
import { GroupName, GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { UserName, UserPicker } from '../../components/pickers/UserPicker.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { dayFilters } from '../../crud/filters.tsx'
import type { Translate } from '../../ground/language.ts'

function choice(t: Translate, name: string, label: string, words: readonly (readonly [string, string])[]) {
  const options = words.map(([value, word]) => ({ value, label: word }))
  return {
    name,
    label,
    input: <Select allowClear options={options} placeholder={t('table.all')} />,
    show: (value: string) => options.find((option) => option.value === value)?.label ?? value,
  }
}

const ownerFilter = (t: Translate): CrudFilter => ({
  name: 'tenantId',
  label: t('alarm.owner'),
  input: <UserPicker allowClear />,
  show: (id) => <UserName id={id} />,
})

export const alarmFilters = (t: Translate): CrudFilter[] => [
  choice(t, 'state', t('alarm.state'), [
    ['unresolved', t('alarm.unresolved')],
    ...AlarmState.options.map((state) => [state, t(`alarm.state.${state}`)] as const),
  ]),
  choice(
    t,
    'kind',
    t('alarm.kind'),
    AlarmKind.options.map((kind) => [kind, t(`alarm.kind.${kind}`)] as const),
  ),
  { name: 'deviceNo', label: t('device.number') },
  {
    name: 'groupId',
    label: t('alarm.group'),
    input: <GroupPicker allowClear />,
    show: (id) => <GroupName id={id} />,
  },
  ownerFilter(t),
  ...dayFilters(t),
]

export const settingFilters = (t: Translate): CrudFilter[] => [
  { name: 'userName', label: t('alarm.user') },
  choice(
    t,
    'robotKind',
    t('alarm.robot'),
    RobotKind.options.map((kind) => [kind, t(`alarm.robot.${kind}`)] as const),
  ),
]

export const messageFilters = (t: Translate): CrudFilter[] => [
  choice(
    t,
    'state',
    t('alarm.state'),
    MessageState.options.map((state) => [state, t(`alarm.messageState.${state}`)] as const),
  ),
  choice(
    t,
    'kind',
    t('alarm.messageKind'),
    MessageKind.options.map((kind) => [kind, t(`alarm.messageKind.${kind}`)] as const),
  ),
  { ...ownerFilter(t), label: t('alarm.user') },
  ...dayFilters(t),
]
