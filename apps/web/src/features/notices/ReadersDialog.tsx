import { SearchOutlined } from '@ant-design/icons'
import { type Notice, notices } from '@fleetdeck/contract/notices'
import { Input, Modal } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { PagedTable } from '../../components/PagedTable.tsx'
import { nameColumn, timeColumn } from '../../crud/columns.tsx'
import { useText } from '../../ground/language.ts'

/** The users who have read a notice, and when. */
export function ReadersDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const t = useText()
  const [searchValue, setSearchValue] = useState('')
  const conditions = { noticeId: notice.id, searchValue }
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
        searchIcon={<SearchOutlined aria-label={t('table.search')} />}
        style={{ maxWidth: 280, marginBottom: 12 }}
        onSearch={(text) => setSearchValue(text.trim())}
      />
      <PagedTable
        key={searchValue}
        list={notices.readers}
        conditions={conditions}
        load={(page, signal) => call(notices.readers, { query: { ...conditions, ...page }, signal })}
        columns={[
          { key: 'userName', title: t('notice.userName'), dataIndex: 'userName' },
          nameColumn('nickName', t('notice.nickName')),
          nameColumn('deptName', t('notice.dept')),
          { key: 'phone', title: t('notice.phone'), dataIndex: 'phone' },
          timeColumn('readTime', t('notice.readTime')),
        ]}
        emptyText={t('notice.noReaders')}
        pageSize={10}
        scroll={{ x: 'max-content' }}
      />
    </Modal>
  )
}
