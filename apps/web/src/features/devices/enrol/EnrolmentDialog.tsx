import { Modal } from 'antd'
import { EnrolmentSteps } from '../../../components/enrol/EnrolmentSteps.tsx'
import { useText } from '../../../ground/language.ts'

/** How to enrol phones; closing it hides the key. */
export function EnrolmentDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Modal open width={560} title={t('enrol.title')} footer={null} onCancel={onClose}>
      <EnrolmentSteps />
    </Modal>
  )
}
