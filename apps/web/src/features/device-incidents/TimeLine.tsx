import {
  type DeviceIncidentDetail,
  type DeviceIncidentEvent,
  deviceIncidents,
} from '@fleetdeck/contract/device-incidents'
import { Button, Form, Input } from 'antd'
import { TimeText } from '../../components/TimeText.tsx'
import { fullTime } from '../../components/time-text.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './device-incidents.module.css'
import { useIncidentActs } from './use-incident-acts.ts'

function eventText(t: Translate, { kind, details }: DeviceIncidentEvent): string {
  const { count = 0, until, name = '', text = '' } = details
  if (kind === 'opened' && count > 0) return t('deviceIncident.event.openedWith', { count })
  return t(`deviceIncident.event.${kind}`, { count, name, text, time: until ? fullTime(until) : '' })
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
            <span>{eventText(t, event)}</span>
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
