import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { formatDetails, showFailure, showSuccess } from '../../api/feedback.ts'
import { copyToClipboard } from '../../ground/clipboard.ts'
import { useText } from '../../ground/language.ts'

/** Copies the details of a failure to the clipboard. */
export function CopyDetails({ error }: { error: unknown }) {
  const t = useText()
  const copy = async () => {
    if (await copyToClipboard(formatDetails(error))) showSuccess(t('common.copied'))
    else showFailure(t('common.copyFailed'))
  }
  return (
    <Button icon={<CopyOutlined />} onClick={() => void copy()}>
      {t('common.copyDetails')}
    </Button>
  )
}
