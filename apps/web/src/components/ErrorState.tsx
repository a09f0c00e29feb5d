import { Alert, Button, Space } from 'antd'
import { formatDetails } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'
import { CopyButton } from './CopyText.tsx'

/** The failed action, its reason, and the next step. */
export function ErrorState({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const t = useText()
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      description={error.message}
      action={
        <Space wrap>
          <CopyButton text={formatDetails(error)} label={t('table.copyDetails')} />
          <Button size="small" onClick={onRetry}>
            {t('table.retry')}
          </Button>
        </Space>
      }
    />
  )
}
