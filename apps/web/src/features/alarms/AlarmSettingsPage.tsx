import { type AlarmSetting, alarmSettings, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { personName, type Translate, useText } from '../../ground/language.ts'
import { settingFilters } from './alarm-filters.tsx'
import styles from './alarms.module.css'
import { SettingFields } from './SettingFields.tsx'

/** Summary of the checks; lines break between them. */
function watchedText(t: Translate, setting: AlarmSetting): string {
  const { offline, lowBattery, memory, serviceDown, hotStopped, sourceFailures, questions } = setting
  return [
    offline > 0 && t('alarm.watchOffline', { value: offline }),
    lowBattery > 0 && t('alarm.watchBattery', { value: lowBattery }),
    memory > 0 && t('alarm.watchMemory', { value: memory }),
    serviceDown && t('alarm.kind.service'),
    hotStopped && t('alarm.kind.hotScript'),
    sourceFailures > 0 && t('alarm.watchSource', { value: sourceFailures }),
    questions && t('question.title'),
  ]
    .filter((text) => text !== false)
    .map((text) => text.replaceAll(' ', '\u00a0'))
    .join(' · ')
}

/** The host and the last characters of the token: enough to distinguish bots. */
function shortAddress(address: string): string {
  if (!URL.canParse(address)) return '–'
  return `${new URL(address).host} ${/…\w*$/.exec(address)?.[0] ?? ''}`
}

const buildColumns = (t: Translate): CrudColumn<AlarmSetting>[] => [
  {
    key: 'userName',
    title: t('alarm.user'),
    render: (_, setting) => personName(setting),
  },
  { key: 'status', title: t('common.status'), render: (_, { status }) => <EnabledMark status={status} /> },
  {
    key: 'robotKind',
    title: t('alarm.sectionRobot'),
    render: (_, { robotKind }) => t(`alarm.robot.${robotKind}`),
  },
  {
    key: 'robotAddress',
    title: t('alarm.address'),
    render: (_, { robotAddress }) => (
      <Tooltip title={robotAddress}>
        <span className={styles.mono}>{shortAddress(robotAddress)}</span>
      </Tooltip>
    ),
  },
  {
    key: 'watched',
    title: t('alarm.watched'),
    render: (_, setting) => <span className={styles.watched}>{watchedText(t, setting)}</span>,
  },
  {
    key: 'frequency',
    title: t('alarm.frequency'),
    align: 'right',
    render: (_, row) => t('alarm.told.seconds', { count: row.frequency }),
  },
  { key: 'count', title: t('alarm.count'), align: 'right', render: (_, { count }) => count || '∞' },
  { key: 'prefix', title: t('alarm.prefix'), hiddenAtFirst: true },
  timeColumn('gmtModified', t('alarm.modified')),
]

/** The server never sends secrets: their fields are initially empty. */
const initialValues = (setting: AlarmSetting | undefined) => ({
  ...newAlarmSetting,
  ...setting,
  robotAddress: '',
  robotKey: '',
})

/** Which alarms are reported to which bot; one row per user. */
export function AlarmSettingsPage() {
  const t = useText()
  const columns = useMemo(() => buildColumns(t), [t])
  return (
    <CrudPage
      contract={alarmSettings}
      title={t('alarm.settingTitle')}
      columns={columns}
      nameOf={({ userName }) => userName}
      filters={settingFilters(t)}
      form={{
        addTitle: t('alarm.settingAdd'),
        editTitle: t('alarm.settingEdit'),
        fields: (setting) => <SettingFields setting={setting} />,
        initialValues: initialValues,
      }}
      removeQuestion={([name = '', ...others]) =>
        others.length === 0 ? { title: t('alarm.settingDelete', { name }) } : {}
      }
      emptyText={t('alarm.settingEmpty')}
    />
  )
}
