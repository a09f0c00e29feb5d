import type { RemovalResult } from '@fleetdeck/contract/user-removal'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { Button, Modal, Table } from 'antd'
import { listText, useText } from '../../ground/language.ts'

interface RemovedDialogProps {
  result: RemovalResult
  isHandedOver: boolean
  onClose: () => void
}

/** The items that were deleted with users, or handed over. */
export function RemovedDialog({ result, isHandedOver, onClose }: RemovedDialogProps) {
  const t = useText()
  const { accounts, movedUsers, belongings } = result
  const moved = movedUsers > 0 ? [{ kind: 'subUsers' as const, count: movedUsers }] : []
  return (
    <Modal
      open
      title={t('removal.done', { count: accounts.length })}
      onCancel={onClose}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t('removal.close')}
        </Button>
      }
    >
      <p>{listText(accounts)}</p>
      <Table
        size="small"
        rowKey="kind"
        pagination={false}
        dataSource={[...moved, ...belongings]}
        columns={[
          { key: 'kind', title: t('removal.what'), render: (_, { kind }) => t(`removal.kind.${kind}`) },
          {
            key: 'count',
            title: t(isHandedOver ? 'removal.handedOver' : 'removal.deletedRows'),
            align: 'right',
            render: (_, { count }) => formatNumber(count),
          },
        ]}
      />
    </Modal>
  )
}
