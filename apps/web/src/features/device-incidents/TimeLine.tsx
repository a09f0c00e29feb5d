import type { CommandKind } from '@fleetdeck/contract/commands'
import { deliveryStates } from '@fleetdeck/contract/delivery'
import {
  type DeviceIncidentDetail,
  type DeviceIncidentEvent,
  deviceIncidents,
} from '@fleetdeck/contract/device-incidents'
import { type ErrorName, errors } from '@fleetdeck/contract/errors'
import { Button, Form, Input } from 'antd'
import { commandTexts } from '../../components/commands/command-kinds.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { fullTime } from '../../components/time-text.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './device-incidents.module.css'
import { useIncidentActs } from './use-incident-acts.ts'

function eventText(t: Translate, { kind, details }: DeviceIncidentEvent): string {
  const { count = 0, until, name = '', text = '', order, command } = details
  if (kind === 'opened' && count > 0) return t('deviceIncident.event.openedWith', { count })
  const label =
    (order && t(commandTexts[order as CommandKind])) ?? (command && t(`computer.command.${command}`)) ?? ''
  const time = until ? fullTime(until) : ''
  return t(`deviceIncident.event.${kind}`, { count, name, text, time, command: label })
}

/** What has become of a command by now. */
function outcomeText(t: Translate, { kind, details }: DeviceIncidentEvent): string {
  const { count, counts = {}, failure, values } = details
  if (failure) return t(errors[failure as ErrorName].text, values)
  if (kind === 'sent')
    return deliveryStates
      .flatMap((state) => (counts[state] ? `${t(`delivery.${state}`)} ${counts[state]}` : []))
      .join(' · ')
  if (kind !== 'ordered') return ''
  return count === undefined ? t('delivery.succeeded') : t('deviceIncident.stepPhones', { count })
}

/** Everything that happened to an incident, and a new comment. */
export function TimeLine({ incident }: { incident: DeviceIncidentDetail }) {
  const t = useText()
  const mayComment = useMay(deviceIncidents.comment.permission)
  const { comment } = useIncidentActs(incident)
  const [form] = Form.useForm<{ text: string }>()
  const send = async ({ text }: { text: string }) => {
    await comment(text)
    form.resetFields()
  }
  return (
    <section aria-label={t('deviceIncident.timeLine')}>
      <h3>{t('deviceIncident.timeLine')}</h3>
      <ol className={styles.events}>
        {incident.events.map((event) => (
          <li key={event.id}>
            <TimeText value={event.at} />
            <span>{event.userName ?? t('deviceIncident.server')}</span>
            <span>
              {eventText(t, event)}
              <small className={styles.outcome}>{outcomeText(t, event)}</small>
            </span>
          </li>
        ))}
      </ol>
      {mayComment && (
        <Form form={form} onFinish={(values) => void send(values).catch(() => {})}>
          <Form.Item
            name="text"
            rules={[{ required: true, whitespace: true, message: t('deviceIncident.commentRequired') }]}
          >
            <Input.TextArea
              aria-label={t('deviceIncident.comment')}
              maxLength={1000}
              autoSize={{ minRows: 2, maxRows: 6 }}
            />
          </Form.Item>
          <Button htmlType="submit">{t('deviceIncident.comment')}</Button>
        </Form>
      )}
    </section>
  )
}
