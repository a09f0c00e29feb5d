import { type AlarmChange, alarms } from '@fleetdeck/contract/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'

/** The action, and the alarms that it applies to. */
export interface Handling {
  what: 'ack' | 'resolve'
  chosen: Pick<AlarmChange, 'ids' | 'filter'>
  count: number
  onDone: () => void
}

const texts = {
  ack: { title: 'alarm.ackTitle', hint: 'alarm.ackHint', ok: 'alarm.ack', done: 'alarm.acked' },
  resolve: {
    title: 'alarm.resolveTitle',
    hint: 'alarm.resolveHint',
    ok: 'alarm.resolve',
    done: 'alarm.resolvedDone',
  },
} as const

/** Acknowledges or resolves alarms, with a note for other users. */
export function NoteDrawer({ handling, onClose }: { handling: Handling; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { what, chosen, count, onDone } = handling
  const words = texts[what]
  const send = async ({ note = '' }: { note?: string }) => {
    const changed = await call(alarms[what], { body: { ...chosen, note } })
    showSuccess(t(words.done, { count: changed.count }))
    onDone()
    await client.invalidateQueries({ queryKey: [alarms.list.path] })
  }
  return (
    <FormDrawer<{ note?: string }>
      title={t(words.title, { count })}
      place={`alarm/${what}/${chosen.ids?.join() ?? 'found'}`}
      okText={t(words.ok)}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{t(words.hint)}</p>
      <Form.Item name="note" label={t('alarm.note')} rules={[{ max: 200, message: t('alarm.noteLength') }]}>
        <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormDrawer>
  )
}
