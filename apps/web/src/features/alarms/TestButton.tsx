import { alarmSettings, type TestAnswer } from '@fleetdeck/contract/alarms'
import type { AlarmSettingId } from '@fleetdeck/contract/ids'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import styles from './alarms.module.css'

const parts = ['robotKind', 'robotAddress', 'robotKey', 'atAll', 'prefix', 'language'] as const
type Robot = Pick<Parameters<typeof sendTest>[0], (typeof parts)[number]>

const sendTest = (body: Parameters<typeof call<typeof alarmSettings.test>>[1]['body']) =>
  call(alarmSettings.test, { body })

function Outcome({ answer }: { answer: TestAnswer }) {
  const t = useText()
  const { sent, failure, status } = answer
  return (
    <Alert
      showIcon
      type={sent ? 'success' : 'error'}
      title={t(sent ? 'alarm.testSent' : 'alarm.testFailed')}
      description={
        <>
          {failure && <div>{t(`alarm.failure.${failure}`)}</div>}
          {status !== null && <div>{t('alarm.testAnswer', { status })}</div>}
          <pre className={styles.answer}>{answer.answer || t('alarm.noWords')}</pre>
        </>
      }
    />
  )
}

/** Sends a test message to the bot in the form, and shows its response. */
export function TestButton({ id }: { id: AlarmSettingId | undefined }) {
  const t = useText()
  const form = Form.useFormInstance<Robot>()
  const testing = useMutation({
    mutationFn: async () => {
      await form.validateFields([...parts])
      return sendTest({ ...form.getFieldsValue([...parts]), ...(id !== undefined && { id }) })
    },
    meta: { silent: true },
  })
  const refusal = testing.error instanceof Error ? testing.error.message : undefined
  return (
    <div className={styles.test} aria-live="polite">
      <div>
        <Button loading={testing.isPending} onClick={() => testing.mutate()}>
          {t('alarm.test')}
        </Button>
      </div>
      {refusal && <Alert showIcon type="error" title={t('alarm.testFailed')} description={refusal} />}
      {testing.data && <Outcome answer={testing.data} />}
    </div>
  )
}
