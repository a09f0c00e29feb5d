import { type Notice, type NoticeReader, notices } from '@fleetdeck/contract/notices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Modal, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'

const pageSize = 10

/** The users who have read a notice, and when. */
export function ReadersDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const [searchValue, setSearchValue] = useState('')
  const query = { noticeId: notice.id, searchValue, pageNum, pageSize }
  const { data, isPending } = useQuery({
    queryKey: [notices.readers.path, query],
    queryFn: ({ signal }) => call(notices.readers, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const columns: TableColumnsType<NoticeReader> = [
    { key: 'userName', title: t('notice.userName'), dataIndex: 'userName' },
    { key: 'nickName', title: t('notice.nickName'), dataIndex: 'nickName' },
    { key: 'deptName', title: t('notice.dept'), dataIndex: 'deptName' },
    { key: 'phone', title: t('notice.phone'), dataIndex: 'phone' },
    {
      key: 'readTime',
      title: t('notice.readTime'),
      render: (_, { readTime }) => <TimeText value={readTime} />,
    },
  ]
  return (
    <Modal
      open
      width={720}
      footer={null}
      title={t('notice.readersOf', { name: notice.noticeTitle })}
      onCancel={onClose}
    >
      <Input.Search
        allowClear
        maxLength={50}
        placeholder={t('notice.findReader')}
        aria-label={t('notice.findReader')}
        style={{ maxWidth: 280, marginBottom: 12 }}
        onSearch={(text) => {
          setSearchValue(text.trim())
          setPageNum(1)
        }}
      />
      <Table
        rowKey="id"
        size="small"
        loading={isPending}
        columns={columns}
        dataSource={data?.list ?? []}
        locale={{ emptyText: t('notice.noReaders') }}
        scroll={{ x: 'max-content' }}
        pagination={{
          current: pageNum,
          pageSize,
          total: data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPageNum,
        }}
      />
    </Modal>
  )
}
