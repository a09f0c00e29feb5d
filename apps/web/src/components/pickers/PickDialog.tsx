import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { pickerPageSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import type { PickOption, PickSource } from './pick-source.ts'
import { useDebounced } from './use-debounced.ts'

interface PickDialogProps {
  title: string
  source: PickSource
  isMultiple?: boolean
  /** Previously selected ids, comma-joined. */
  value?: string
  /** Gets the selected ids, comma-joined (spec §2, shared dialogs). */
  onPick: (ids: string) => void
  onClose: () => void
}

/** A list to select from, ten per page, for users who do not know the name. */
export function PickDialog({
  title,
  source,
  isMultiple = false,
  value = '',
  onPick,
  onClose,
}: PickDialogProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const [pageNum, setPageNum] = useState(1)
  const [chosen, setChosen] = useState(() => (value ? value.split(',') : []))
  const quietSearch = useDebounced(search)
  const { data, isFetching } = useQuery({
    queryKey: [...source.key, 'dialog', quietSearch, pageNum],
    queryFn: ({ signal }) => source.page(quietSearch, pageNum, signal),
    placeholderData: keepPreviousData,
  })
  const choose = (id: string) => {
    if (!isMultiple) setChosen([id])
    else setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  }
  return (
    <Modal
      open
      title={title}
      width={480}
      okText={t('table.choose')}
      cancelText={t('table.cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onPick(chosen.join(','))}
      onCancel={onClose}
    >
      <Input
        allowClear
        autoFocus
        placeholder={t('table.pickHint')}
        aria-label={t('table.pickHint')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setPageNum(1)
        }}
        style={{ marginBottom: 8 }}
      />
      <Table<PickOption>
        size="small"
        rowKey={(option) => String(option.value)}
        showHeader={false}
        loading={isFetching && { delay: 200 }}
        dataSource={data?.list ?? []}
        columns={[{ key: 'label', dataIndex: 'label' }]}
        locale={{ emptyText: t('table.pickNothing') }}
        rowSelection={{
          type: isMultiple ? 'checkbox' : 'radio',
          preserveSelectedRowKeys: true,
          selectedRowKeys: chosen,
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: ({ label }) => ({ 'aria-label': label }),
        }}
        onRow={(option) => ({ onClick: () => choose(String(option.value)) })}
        pagination={{
          size: 'small',
          current: pageNum,
          pageSize: pickerPageSize,
          total: data?.total ?? 0,
          showSizeChanger: false,
          onChange: setPageNum,
        }}
      />
    </Modal>
  )
}
