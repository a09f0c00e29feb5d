import { type AlarmChange, alarms } from '@fleetdeck/contract/alarms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Modal } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
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
export function NoteDialog({ handling, onClose }: { handling: Handling; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<{ note?: string }>()
  const { what, chosen, count, onDone } = handling
  const words = texts[what]
  const sending = useMutation({
    mutationFn: ({ note = '' }: { note?: string }) => call(alarms[what], { body: { ...chosen, note } }),
    onSuccess: (changed) => {
      showSuccess(t(words.done, { count: changed.count }))
      onClose()
      onDone()
      return client.invalidateQueries({ queryKey: [alarms.list.path] })
    },
  })
  return (
    <Modal
      open
      title={t(words.title, { count })}
      onCancel={onClose}
      okText={t(words.ok)}
      okButtonProps={{ loading: sending.isPending }}
      onOk={form.submit}
    >
      <p>{t(words.hint)}</p>
      <Form form={form} layout="vertical" onFinish={(values) => sending.mutate(values)}>
        <Form.Item name="note" label={t('alarm.note')} rules={[{ max: 200, message: t('alarm.noteLength') }]}>
          <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Modal>
  )
}
