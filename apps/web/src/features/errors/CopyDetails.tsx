import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { copyText } from '../../api/copy-text.ts'
import { detailsOf } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

/** Puts what is known about a failure on the clipboard. */
export function CopyDetails({ error }: { error: unknown }) {
  const t = useText()
  return (
    <Button icon={<CopyOutlined />} onClick={() => copyText(detailsOf(error))}>
      {t('common.copyDetails')}
    </Button>
  )
}
