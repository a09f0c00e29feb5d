import { FormDocument, forms, type SavedForm } from '@fleetdeck/contract/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Space, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ask, showFailure, shown, showSuccess } from '../../api/feedback.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { openForm } from './model/builder-store.ts'
import { fromDocument } from './model/form-items.ts'

const pageSize = 20

/** The saved forms, to open or remove. */
export function SavedForms({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const mayRemove = useMay(forms.remove.permission)
  const [pageNum, setPageNum] = useState(1)
  const query = { pageNum, pageSize }
  const { data, isPending } = useQuery({
    queryKey: [forms.list.path, query],
    queryFn: ({ signal }) => call(forms.list, { query, signal }),
  })
  const open = async ({ id }: SavedForm) => {
    const { content } = await shown(call(forms.one, { query: { id } }))
    const checked = FormDocument.safeParse(content)
    if (!checked.success) return showFailure(t('form.notAForm'))
    openForm(fromDocument(checked.data), id)
    onClose()
  }
  const remove = ({ id, formName }: SavedForm) =>
    ask({
      title: t('form.removeSaved', { name: formName }),
      okText: t('form.remove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await shown(call(forms.remove, { body: { ids: [id] } }))
        showSuccess(t('form.removed'))
        await client.invalidateQueries({ queryKey: [forms.list.path] })
      },
    })
  const columns: TableColumnsType<SavedForm> = [
    { key: 'name', title: t('form.formName'), dataIndex: 'formName' },
    { key: 'owner', title: t('form.owner'), dataIndex: 'userName' },
    { key: 'parts', title: t('form.parts'), dataIndex: 'partCount', align: 'right' },
    { key: 'at', title: t('form.savedAt'), render: (_, form) => <TimeText value={form.gmtModified} /> },
    {
      key: 'actions',
      render: (_, form) => (
        <Space size={0}>
          <Button type="link" size="small" onClick={() => open(form)}>
            {t('form.open')}
          </Button>
          {mayRemove && (
            <Button type="link" size="small" danger onClick={() => remove(form)}>
              {t('form.remove')}
            </Button>
          )}
        </Space>
      ),
    },
  ]
  return (
    <Drawer open size={640} title={t('form.saved')} onClose={onClose}>
      <Table
        rowKey="id"
        size="small"
        loading={isPending}
        columns={columns}
        dataSource={data?.list ?? []}
        locale={{ emptyText: t('form.noneSaved') }}
        scroll={{ x: 'max-content' }}
        pagination={{
          ...{ current: pageNum, pageSize, total: data?.total ?? 0 },
          ...{ hideOnSinglePage: true, showSizeChanger: false, onChange: setPageNum },
        }}
      />
    </Drawer>
  )
}
