import { Alert, Button, Space } from 'antd'
import { useText } from '../../ground/language.ts'
import { fullTime, shortTime } from '../time-text.ts'

interface DraftBarProps {
  /** When it was typed; milliseconds since 1970. */
  at: number
  /** The stored data has changed since. */
  isOutdated: boolean
  onRestore: () => void
  onDiscard: () => void
}

/** Offers what was typed here earlier and not saved. */
export function DraftBar({ at, isOutdated, onRestore, onDiscard }: DraftBarProps) {
  const t = useText()
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 16 }}
      title={<span title={fullTime(at)}>{t('table.draftFound', { time: shortTime(at) })}</span>}
      {...(isOutdated && { description: t('table.draftOutdated') })}
      action={
        <Space wrap>
          <Button size="small" type="primary" onClick={onRestore}>
            {t('table.draftRestore')}
          </Button>
          <Button size="small" onClick={onDiscard}>
            {t('table.draftDiscard')}
          </Button>
        </Space>
      }
    />
  )
}
