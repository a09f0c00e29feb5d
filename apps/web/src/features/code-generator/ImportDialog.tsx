import { codeGenerator, type DatabaseTable } from '@fleetdeck/contract/code-generator'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Flex, Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

const pageSize = 10

/** Tables of the database that are not imported yet; the selection is preserved across pages. */
export function ImportDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useText()
  const [tableName, setTableName] = useState('')
  const [tableComment, setTableComment] = useState('')
  const [pageNum, setPageNum] = useState(1)
  const [chosen, setChosen] = useState<string[]>([])
  const query = {
    pageNum,
    pageSize,
    ...(tableName && { tableName }),
    ...(tableComment && { tableComment }),
  }
  const { data, isFetching } = useQuery({
    queryKey: [codeGenerator.databaseTables.path, query],
    queryFn: ({ signal }) => call(codeGenerator.databaseTables, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const importing = useMutation({
    mutationFn: () => call(codeGenerator.import, { query: { tables: chosen.join(',') } }),
    onSuccess: () => {
      showSuccess(t('gen.imported'))
      onDone()
      onClose()
    },
  })
  const filter = (label: string, value: string, set: (value: string) => void) => (
    <Input
      allowClear
      maxLength={63}
      style={{ flex: '1 1 160px' }}
      placeholder={label}
      aria-label={label}
      value={value}
      onChange={(event) => {
        set(event.target.value)
        setPageNum(1)
      }}
    />
  )
  return (
    <Modal
      open
      width={760}
      title={t('gen.import')}
      okText={t('gen.importCount', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0, loading: importing.isPending }}
      cancelText={t('table.cancel')}
      onOk={() => importing.mutate()}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <Flex gap={12} wrap>
          {filter(t('gen.tableName'), tableName, setTableName)}
          {filter(t('gen.tableComment'), tableComment, setTableComment)}
        </Flex>
        <Table<DatabaseTable>
          rowKey="tableName"
          size="small"
          loading={isFetching && !data}
          dataSource={data?.list ?? []}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: t('gen.nothingToImport') }}
          columns={[
            { key: 'tableName', title: t('gen.tableName'), render: (_, row) => <code>{row.tableName}</code> },
            { key: 'tableComment', title: t('gen.tableComment'), dataIndex: 'tableComment' },
            { key: 'columnCount', title: t('gen.columnCount'), dataIndex: 'columnCount', align: 'right' },
          ]}
          rowSelection={{
            selectedRowKeys: chosen,
            preserveSelectedRowKeys: true,
            onChange: (keys) => setChosen(keys.map(String)),
            getCheckboxProps: ({ tableName }) => ({ 'aria-label': tableName }),
            getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectPage') }),
          }}
          pagination={{
            current: pageNum,
            pageSize,
            total: data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPageNum,
          }}
        />
      </Flex>
    </Modal>
  )
}
