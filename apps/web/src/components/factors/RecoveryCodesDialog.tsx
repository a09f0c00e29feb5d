import { Alert, Button, Modal } from 'antd'
import { saveBlob } from '../../api/download.ts'
import { useText } from '../../ground/language.ts'
import { CodeBlock } from '../code/CallExamples.tsx'

/** New recovery codes, which cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText()
  const text = codes.join('\n')
  const save = () =>
    saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), `recovery-codes-${location.hostname}.txt`)
  return (
    <Modal
      open
      width={440}
      title={t('factor.recoveryTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="save" onClick={save}>
          {t('factor.recoveryDownload')}
        </Button>,
        <Button key="done" type="primary" onClick={onClose}>
          {t('factor.recoverySaved')}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={t('factor.recoveryOnce')} style={{ marginBottom: 12 }} />
      <CodeBlock text={text} />
    </Modal>
  )
}
