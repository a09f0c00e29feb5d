import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { copyText } from '../../api/copy-text.ts'
import { formatDetails } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

/** Copies the details of a failure to the clipboard. */
export function CopyDetails({ error }: { error: unknown }) {
  const t = useText()
  return (
    <Button icon={<CopyOutlined />} onClick={() => copyText(formatDetails(error))}>
      {t('common.copyDetails')}
    </Button>
  )
}
