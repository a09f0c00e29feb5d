import type { StepState } from '@fleetdeck/contract/backups'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'

interface FailureProps {
  title: string
  failure: Pick<NonNullable<StepState['failure']>, 'reason' | 'detail'> & { at?: string }
  action?: ReactNode
}

/** The failed action, the next step, and the message of the other side. */
export function Failure({ title, failure, action }: FailureProps) {
  const t = useText()
  const { at, reason, detail } = failure
  return (
    <Alert
      type="error"
      showIcon
      title={
        <>
          {title} {at && <TimeText value={at} />}
        </>
      }
      description={
        <>
          {t(`backup.reason.${reason}`)}
          {detail && (
            <div style={{ overflowWrap: 'anywhere' }}>
              <small>{detail}</small>
            </div>
          )}
        </>
      }
      action={action}
    />
  )
}
