import { Alert, Button, Flex, Modal, Table } from 'antd'
import { saveBlob } from '../../api/download.ts'
import { CopyText } from '../../components/CopyText.tsx'
import { useText } from '../../ground/language.ts'

interface Key {
  deviceNo: string
  address: string
}

/** The addresses with the keys, which cannot be shown again. */
export function KeysDialog({ keys, onClose }: { keys: Key[]; onClose: () => void }) {
  const t = useText()
  const save = () => {
    const lines = keys.map(({ deviceNo, address }) => `${deviceNo}\t${address}\n`)
    saveBlob(new Blob(lines, { type: 'text/plain' }), 'phone-keys.txt')
  }
  return (
    <Modal
      open
      width={720}
      title={t('formerPhone.keysReady', { count: keys.length })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={save}>{t('formerPhone.keysDownload')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('formerPhone.keysClose')}
          </Button>
        </>
      }
    >
      <Flex vertical gap={12}>
        <Alert type="warning" showIcon title={t('formerPhone.keysText')} />
        <Table
          size="small"
          rowKey="deviceNo"
          dataSource={keys}
          pagination={keys.length > 10 && { pageSize: 10, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: t('formerPhone.number'), dataIndex: 'deviceNo' },
            {
              title: t('formerPhone.keyAddress'),
              dataIndex: 'address',
              render: (address: string) => <CopyText text={address} />,
            },
          ]}
        />
      </Flex>
    </Modal>
  )
}
