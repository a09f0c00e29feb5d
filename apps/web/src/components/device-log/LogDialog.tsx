import { Alert, Modal } from 'antd'
import { useText } from '../../ground/language.ts'
import { EmptyState } from '../EmptyState.tsx'
import { LogView } from './LogView.tsx'

interface LogDialogProps {
  deviceNo: string
  onClose: () => void
}

/** spec §5: without a device number the log is an error and a line that says so. */
function LogContent({ deviceNo }: { deviceNo: string }) {
  const t = useText()
  if (deviceNo !== '') return <LogView deviceNo={deviceNo} />
  return (
    <>
      <Alert type="error" showIcon role="alert" title={t('device.noRequired')} />
      <EmptyState text={t('screen.noDevice')} />
    </>
  )
}

/** Its socket opens and closes with the dialog (spec §4, log view). */
export function LogDialog({ deviceNo, onClose }: LogDialogProps) {
  const t = useText()
  return (
    <Modal
      open
      centered
      width={880}
      footer={null}
      title={t('screen.logTitle', { device: deviceNo })}
      onCancel={onClose}
      styles={{ body: { height: 'min(70vh, 640px)' } }}
    >
      <LogContent deviceNo={deviceNo} />
    </Modal>
  )
}
