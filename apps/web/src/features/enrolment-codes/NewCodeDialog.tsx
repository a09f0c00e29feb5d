import { Alert, Button, Flex, Modal } from 'antd'
import { EnrolmentCommands } from '../../components/enrol/EnrolmentCommands.tsx'
import { EnrolmentData } from '../../components/enrol/EnrolmentData.tsx'
import styles from '../../components/enrol/enrol.module.css'
import { useText } from '../../ground/language.ts'

export interface NewCode {
  codeName: string
  code: string
  /** The server's address for phones. */
  address: string
  maxUses: number
}

/** The created code, which cannot be shown again. */
export function NewCodeDialog({ made, onClose }: { made: NewCode; onClose: () => void }) {
  const t = useText()
  const enrolment = { address: made.address, key: made.code }
  return (
    <Modal
      open
      width={600}
      title={t('enrolmentCode.ready', { name: made.codeName })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('enrolmentCode.copied')}
        </Button>
      }
    >
      <Flex vertical gap={12} className={styles.steps ?? ''}>
        <Alert type="warning" showIcon title={t('enrolmentCode.shownOnce')} />
        <EnrolmentData enrolment={enrolment} keyLabel={t('enrolmentCode.code')} />
        <EnrolmentCommands enrolment={enrolment} count={Math.min(made.maxUses, 3)} />
      </Flex>
    </Modal>
  )
}
