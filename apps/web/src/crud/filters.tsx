import { Status } from '@fleetdeck/contract/enums'
import { Select } from 'antd'
import { DayField } from '../components/DayField.tsx'
import { DictFilter } from '../components/dictionary/DictField.tsx'
import { DictText } from '../components/dictionary/DictTag.tsx'
import { GroupName, GroupPicker } from '../components/pickers/GroupPicker.tsx'
import { UserName, UserPicker } from '../components/pickers/UserPicker.tsx'
import type { Translate } from '../ground/language.ts'
import type { CrudFilter } from './crud-contract.ts'

/** From and until a day, both inclusive; days of the site's time zone. */
export const dayFilters = (
  t: Translate,
  { from, until } = { from: t('table.fromDay'), until: t('table.untilDay') },
): CrudFilter[] => [
  { name: 'beginTime', label: from, input: <DayField /> },
  { name: 'endTime', label: until, input: <DayField /> },
]

export const dictFilter = (
  name: string,
  label: string,
  type: string,
  as: 'select' | 'multiple' = 'select',
): CrudFilter => ({
  name,
  label,
  input: <DictFilter type={type} as={as} />,
  show: (value) => <DictText type={type} value={value} />,
})

/** One of a few values that no dictionary has. */
export const choiceFilter = (
  t: Translate,
  name: string,
  label: string,
  choices: readonly (readonly [value: string, label: string])[],
): CrudFilter => ({
  name,
  label,
  input: (
    <Select
      allowClear
      options={choices.map(([value, label]) => ({ value, label }))}
      placeholder={t('table.all')}
    />
  ),
  show: (value) => new Map(choices).get(value) ?? value,
})

/** The group of devices. */
export const groupFilter = (label: string): CrudFilter => ({
  name: 'groupId',
  label,
  input: <GroupPicker allowClear />,
  show: (id) => <GroupName id={id} />,
})

/** The owner of rows that belong to a user. */
export const ownerFilter = (label: string): CrudFilter => ({
  name: 'tenantId',
  label,
  input: <UserPicker allowClear />,
  show: (id) => <UserName id={id} />,
})

/** Enabled or disabled. */
export const statusFilter = (t: Translate): CrudFilter =>
  choiceFilter(t, 'status', t('common.status'), [
    [String(Status.on), t('common.enabled')],
    [String(Status.off), t('common.disabled')],
  ])
