import { Alert, Button, Modal } from 'antd'
import { CopyButton } from '../../components/CopyText.tsx'
import { useText } from '../../ground/language.ts'
import styles from './users.module.css'

export interface ShownPassword {
  title: string
  password: string
}

/** A generated password, which can only be copied now. */
export function PasswordOnce({ title, password, onClose }: ShownPassword & { onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      open
      title={title}
      width={440}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('organisation.close')}
        </Button>
      }
    >
      <div className={styles.secret}>
        <span>{password}</span>
        <CopyButton text={password} label={t('table.copy')} />
      </div>
      <Alert type="warning" showIcon title={t('user.passwordOnce')} description={t('user.mustChange')} />
    </Modal>
  )
}
