import { session } from '@fleetdeck/contract/session'
import { Alert, Button, Modal } from 'antd'
import { CallExamples, CodeBlock } from '../../../components/code/CallExamples.tsx'
import { useText } from '../../../ground/language.ts'

export interface NewToken {
  token: string
  tokenName: string
}

/** The created token, which cannot be shown again. */
export function NewTokenDialog({ made, onClose }: { made: NewToken; onClose: () => void }) {
  const t = useText()
  const { method, path } = session.info
  return (
    <Modal
      open
      width={640}
      title={t('accessToken.ready', { name: made.tokenName })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('accessToken.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('accessToken.shownOnce')} style={{ marginBottom: 12 }} />
      <CodeBlock text={made.token} />
      <h3>{t('accessToken.examples')}</h3>
      <CodeBlock text={`export TOKEN='${made.token}'`} />
      <CallExamples example={{ method, url: location.origin + path }} />
    </Modal>
  )
}
