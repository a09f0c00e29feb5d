import { AlarmKind, AlarmState, MessageKind, MessageState, RobotKind } from '@fleetdeck/contract/alarms'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter, dayFilters, groupFilter, ownerFilter } from '../../crud/filters.tsx'
import type { Translate } from '../../ground/language.ts'

export const alarmFilters = (t: Translate): CrudFilter[] => [
  choiceFilter(t, 'state', t('alarm.state'), [
    ['unresolved', t('alarm.unresolved')],
    ...AlarmState.options.map((state) => [state, t(`alarm.state.${state}`)] as const),
  ]),
  choiceFilter(
    t,
    'kind',
    t('alarm.kind'),
    AlarmKind.options.map((kind) => [kind, t(`alarm.kind.${kind}`)] as const),
  ),
  { name: 'deviceNo', label: t('alarm.subject') },
  groupFilter(t('alarm.group')),
  ownerFilter(t('alarm.owner')),
  ...dayFilters(t),
]

export const settingFilters = (t: Translate): CrudFilter[] => [
  { name: 'userName', label: t('alarm.user') },
  choiceFilter(
    t,
    'robotKind',
    t('alarm.robot'),
    RobotKind.options.map((kind) => [kind, t(`alarm.robot.${kind}`)] as const),
  ),
]

export const messageFilters = (t: Translate): CrudFilter[] => [
  choiceFilter(
    t,
    'state',
    t('alarm.state'),
    MessageState.options.map((state) => [state, t(`alarm.messageState.${state}`)] as const),
  ),
  choiceFilter(
    t,
    'kind',
    t('alarm.messageKind'),
    MessageKind.options.map((kind) => [kind, t(`alarm.messageKind.${kind}`)] as const),
  ),
  ownerFilter(t('alarm.user')),
  ...dayFilters(t),
]
