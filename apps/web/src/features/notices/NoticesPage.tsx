import { type Notice, notices } from '@fleetdeck/contract/notices'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { dictColumn, nameColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dictFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { NoticeDrawer } from './NoticeDrawer.tsx'
import { NoticeFields } from './NoticeFields.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'

interface Opening {
  mayRead: boolean
  read: (notice: Notice) => void
  readers: (notice: Notice) => void
}

function buildColumns(t: Translate, { mayRead, read, readers }: Opening): CrudColumn<Notice>[] {
  return [
    { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
    {
      key: 'noticeTitle',
      title: t('notice.noticeTitle'),
      render: (_, notice) =>
        mayRead ? (
          <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => read(notice)}>
            {notice.noticeTitle}
          </Button>
        ) : (
          notice.noticeTitle
        ),
    },
    dictColumn('noticeType', t('notice.type'), 'sys_notice_type'),
    dictColumn('status', t('notice.status'), 'sys_notice_status'),
    {
      key: 'readCount',
      title: t('notice.readCount'),
      align: 'right',
      render: (_, notice) => (
        <Button type="link" size="small" onClick={() => readers(notice)}>
          {notice.readCount}
        </Button>
      ),
    },
    nameColumn('createBy', t('notice.createBy')),
    timeColumn('createdAt', t('notice.created')),
  ]
}

export function NoticesPage() {
  const t = useText()
  const mayRead = useMay(notices.one.permission)
  const [reading, setReading] = useState<Notice>()
  const [counted, setCounted] = useState<Notice>()
  return (
    <>
      <CrudPage
        contract={notices}
        title={t('notice.title')}
        columns={buildColumns(t, { mayRead, read: setReading, readers: setCounted })}
        nameOf={(notice) => notice.noticeTitle}
        filters={[
          { name: 'noticeTitle', label: t('notice.noticeTitle') },
          { name: 'createBy', label: t('notice.createBy') },
          dictFilter('noticeType', t('notice.type'), 'sys_notice_type'),
          dictFilter('status', t('notice.status'), 'sys_notice_status'),
        ]}
        form={{
          addTitle: t('notice.add'),
          editTitle: t('notice.edit'),
          fields: (notice) => <NoticeFields notice={notice} />,
          initialValues: (notice) => notice ?? { noticeType: '1', status: 0, noticeContent: '' },
        }}
        rowActions={(notice, { edit, remove }) => [
          { key: 'readers', label: t('notice.readers'), run: () => setCounted(notice) },
          mayRead && edit,
          remove,
        ]}
        emptyText={t('notice.empty')}
      />
      {reading && <NoticeDrawer notice={reading} onClose={() => setReading(undefined)} />}
      {counted && <ReadersDialog notice={counted} onClose={() => setCounted(undefined)} />}
    </>
  )
}
