import { type AlarmMessage, alarmMessages, type MessageState } from '@fleetdeck/contract/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import type { Condition } from '../../components/device-condition.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { shortTime } from '../../components/time-text.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { messageFilters } from './alarm-filters.tsx'
import styles from './alarms.module.css'
import { useAlarmEvents } from './use-alarm-events.ts'

const conditions: Record<MessageState, Condition> = { waiting: 'busy', sent: 'online', failed: 'failed' }

function stateText(t: Translate, { state, nextTryAt, tries }: AlarmMessage): string {
  const word = t(`alarm.messageState.${state}`)
  if (!nextTryAt || tries === 0) return word
  return `${word} · ${t('alarm.nextTry', { time: shortTime(nextTryAt) })}`
}

/** The reason for a failure, with the bot's response on hover. */
function Failure({ message: { failure, answer } }: { message: AlarmMessage }) {
  const t = useText()
  if (failure === null) return null
  return (
    <Popover content={<pre className={styles.answer}>{answer || t('alarm.noWords')}</pre>}>
      <span>{t(`alarm.failure.${failure}`)}</span>
    </Popover>
  )
}

const buildColumns = (t: Translate): CrudColumn<AlarmMessage>[] => [
  timeColumn('createdAt', t('alarm.createdAt')),
  { key: 'userName', title: t('alarm.user') },
  { key: 'kind', title: t('alarm.messageKind'), render: (_, { kind }) => t(`alarm.messageKind.${kind}`) },
  {
    key: 'text',
    title: t('alarm.text'),
    render: (_, { text }) => (
      <Popover content={<div className={styles.whole}>{text}</div>}>
        <span className={styles.text}>{text}</span>
      </Popover>
    ),
  },
  { key: 'alarmCount', title: t('alarm.alarmCount'), align: 'right' },
  {
    key: 'robotKind',
    title: t('alarm.sectionRobot'),
    render: (_, { robotKind, robotAddress }) =>
      robotKind && (
        <Popover content={<span className={styles.mono}>{robotAddress}</span>}>
          <span>{t(`alarm.robot.${robotKind}`)}</span>
        </Popover>
      ),
  },
  {
    key: 'state',
    title: t('alarm.state'),
    render: (_, message) => <StateBadge condition={conditions[message.state]} text={stateText(t, message)} />,
  },
  { key: 'failure', title: t('alarm.lastError'), render: (_, message) => <Failure message={message} /> },
  { key: 'tries', title: t('alarm.tries'), align: 'right' },
  timeColumn('sentAt', t('alarm.sentAt')),
]

const canRetry = ({ state, kind }: AlarmMessage) => state !== 'sent' && kind !== 'test'

/** Messages sent to bots, and pending ones. */
export function AlarmMessagesPage() {
  const t = useText()
  const client = useQueryClient()
  const mayRetry = useMay(alarmMessages.retry.permission)
  const columns = useMemo(() => buildColumns(t), [t])
  useAlarmEvents()

  const retry = async (messages: readonly AlarmMessage[]) => {
    const ids = messages.filter(canRetry).map(({ id }) => id)
    await shown(call(alarmMessages.retry, { body: { ids } }))
    showSuccess(t('alarm.retried'))
    await client.invalidateQueries({ queryKey: [alarmMessages.list.path] })
  }
  return (
    <CrudPage
      contract={alarmMessages}
      title={t('alarm.messageTitle')}
      columns={columns}
      nameOf={({ id }) => String(id)}
      filters={messageFilters(t)}
      rowActions={(message) => [
        mayRetry &&
          canRetry(message) && {
            key: 'retry',
            label: t('alarm.retry'),
            run: () => void retry([message]).catch(() => undefined),
          },
      ]}
      {...(mayRetry && {
        batchActions: (rows: readonly AlarmMessage[], clear: () => void) => (
          <Button
            size="small"
            disabled={!rows.some(canRetry)}
            onClick={() => void retry(rows).then(clear, () => undefined)}
          >
            {t('alarm.retry')}
          </Button>
        ),
      })}
      emptyText={t('alarm.messageEmpty')}
    />
  )
}
