import type { RefusedNumber } from '@fleetdeck/contract/former-phones'
import { Button, Modal, Table } from 'antd'
import { useText } from '../../ground/language.ts'

/** The numbers that were not admitted, and why. */
export function RefusedNumbers({ refused, onClose }: { refused: RefusedNumber[]; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      open
      width={640}
      title={t('formerPhone.refusedTitle', { count: refused.length })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('import.close')}</Button>}
    >
      <Table
        size="small"
        rowKey="deviceNo"
        dataSource={refused}
        pagination={refused.length > 10 && { pageSize: 10, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('formerPhone.number'), dataIndex: 'deviceNo' },
          { title: t('formerPhone.reason'), dataIndex: 'reason' },
        ]}
      />
    </Modal>
  )
}
