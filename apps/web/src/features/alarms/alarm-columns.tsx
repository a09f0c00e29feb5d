import type { Alarm, AlarmState } from '@fleetdeck/contract/alarms'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { Tooltip } from 'antd'
import { Link } from 'react-router'
import { useSubjectPath } from '../../components/alarm-subject.ts'
import { DurationText } from '../../components/DurationText.tsx'
import type { Condition } from '../../components/device-condition.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import type { Translate } from '../../ground/language.ts'
import styles from './alarms.module.css'

const conditions: Record<AlarmState, Condition> = {
  open: 'failed',
  acknowledged: 'trouble',
  resolved: 'online',
}

/** The reason for the state, shown on hover. */
function stateReason(t: Translate, { state, ending, acknowledgedBy, resolvedBy }: Alarm) {
  if (state === 'acknowledged') return t('alarm.byWhom', { name: acknowledgedBy ?? '–' })
  if (ending === 'byHand') return t('alarm.ending.byHand', { name: resolvedBy ?? '–' })
  return ending ? t(`alarm.ending.${ending}`) : undefined
}

/** The measured value; a dash if the alarm has none. */
function valueText(t: Translate, { kind, value }: Alarm): string {
  if (value === null) return '–'
  if (kind === 'scriptSource') return t('alarm.failures', { count: value })
  return formatAmount(value, kind === 'memory' ? 'MB' : '%')
}

function limitText(t: Translate, { kind, threshold }: Alarm): string | undefined {
  if (threshold === null) return undefined
  const units = { offline: t('alarm.seconds'), battery: '%', memory: 'MB' }
  const unit = kind in units ? units[kind as keyof typeof units] : ''
  return t('alarm.limit', { limit: formatAmount(threshold, unit) })
}

function Subject({ alarm }: { alarm: Alarm }) {
  const path = useSubjectPath(alarm)
  const { deviceId, deviceNo, model } = alarm
  return (
    <span className={deviceId === null ? undefined : styles.device}>
      {path === undefined ? deviceNo : <Link to={path}>{deviceNo}</Link>}
      {model && <span className={styles.faint}>{model}</span>}
    </span>
  )
}

export const alarmColumns = (t: Translate): CrudColumn<Alarm>[] => [
  {
    key: 'deviceNo',
    title: t('alarm.subject'),
    render: (_, alarm) => <Subject alarm={alarm} />,
  },
  { key: 'kind', title: t('alarm.kind'), render: (_, { kind }) => t(`alarm.kind.${kind}`) },
  {
    key: 'state',
    title: t('alarm.state'),
    render: (_, alarm) => (
      <StateBadge
        condition={conditions[alarm.state]}
        text={t(`alarm.state.${alarm.state}`)}
        reason={stateReason(t, alarm)}
      />
    ),
  },
  {
    key: 'value',
    title: t('alarm.value'),
    align: 'right',
    render: (_, alarm) => (
      <Tooltip title={limitText(t, alarm)}>
        <span className={styles.figure}>{valueText(t, alarm)}</span>
      </Tooltip>
    ),
  },
  {
    key: 'lasting',
    title: t('alarm.lasting'),
    align: 'right',
    render: (_, alarm) => <DurationText since={alarm.since} until={alarm.resolvedAt} />,
  },
  timeColumn('openedAt', t('alarm.openedAt')),
  timeColumn('resolvedAt', t('alarm.resolvedAt')),
  { key: 'groupName', title: t('alarm.group') },
  { key: 'userName', title: t('alarm.owner') },
  {
    key: 'note',
    title: t('alarm.note'),
    render: (_, { note }) => (
      <Tooltip title={note}>
        <span className={styles.note}>{note}</span>
      </Tooltip>
    ),
  },
  { key: 'acknowledgedBy', title: t('alarm.acknowledgedBy'), hiddenAtFirst: true },
  timeColumn('since', t('alarm.since'), { hiddenAtFirst: true }),
  { key: 'messages', title: t('alarm.messages'), align: 'right', hiddenAtFirst: true },
]
