import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { copyText } from '../../api/copy-text.ts'
import { formatDetails } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

/** Puts what is known about a failure on the clipboard. */
export function CopyDetails({ error }: { error: unknown }) {
  const t = useText()
  return (
    <Button icon={<CopyOutlined />} onClick={() => copyText(formatDetails(error))}>
      {t('common.copyDetails')}
    </Button>
  )
}
