import { type DynamicTable, type DynamicTableDraft, dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { Form, Input } from 'antd'
import { call } from '../../api/call.ts'
import { ask, showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { useText } from '../../ground/language.ts'
import { ColumnsField } from './ColumnsField.tsx'
import { nameRules } from './name-rules.ts'

interface TableDrawerProps {
  /** Undefined for a new table. */
  table: DynamicTable | undefined
  onSaved: () => unknown
  onClose: () => void
}

/** A field in the form; a new one has no id. */
const newColumn = { columnSize: 255, isSearched: false }

/** Saves a change. If values would be lost, it asks for confirmation with the fields and counts; false: cancelled. */
function useSave(table: DynamicTable | undefined) {
  const t = useText()
  return async (draft: DynamicTableDraft): Promise<boolean> => {
    if (!table) {
      await call(dynamicTables.add, { body: draft })
      return true
    }
    const { tenantId: _owner, ...change } = draft
    const body = { id: table.id, ...change }
    const { removed } = await call(dynamicTables.effect, { body })
    const filled = removed.filter(({ values }) => values > 0)
    const confirmedLoss = filled.reduce((sum, { values }) => sum + values, 0)
    const isConfirmed =
      confirmedLoss === 0 ||
      (await ask({
        title: t('dynamicTable.lossTitle', { values: confirmedLoss }),
        content: t('dynamicTable.lossHint', {
          fields: filled
            .map(({ columnInfo, values }) => t('dynamicTable.lossField', { name: columnInfo, values }))
            .join(' '),
        }),
        okText: t('dynamicTable.lossOk'),
        okButtonProps: { danger: true },
        cancelText: t('table.cancel'),
      }))
    if (isConfirmed) await call(dynamicTables.edit, { body: { ...body, confirmedLoss } })
    return isConfirmed
  }
}

/** The design of one table. */
export function TableDrawer({ table, onSaved, onClose }: TableDrawerProps) {
  const t = useText()
  const save = useSave(table)
  const { english, caption } = nameRules(t)
  const submit = async (draft: DynamicTableDraft) => {
    if (!(await save(draft))) return false
    showSuccess(t(table ? 'table.saved' : 'table.added'))
    return onSaved()
  }
  const initialValues = table
    ? { tableName: table.tableName, tableNameEn: table.tableNameEn, columns: table.columns }
    : { columns: [newColumn] }
  return (
    <FormDrawer<DynamicTableDraft>
      place={`dynamicTable/${table?.id ?? 'new'}`}
      title={t(table ? 'dynamicTable.edit' : 'dynamicTable.add')}
      name={table?.tableName}
      width={760}
      initialValues={initialValues}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="tableName" label={t('dynamicTable.name')} rules={caption('dynamicTable.nameRequired')}>
        <Input autoFocus maxLength={100} />
      </Form.Item>
      <Form.Item
        name="tableNameEn"
        label={t('dynamicTable.nameEn')}
        extra={t('dynamicTable.nameEnHint')}
        rules={english('dynamicTable.nameEnRequired')}
      >
        <Input maxLength={63} spellCheck={false} />
      </Form.Item>
      {!table && (
        <Form.Item name="tenantId" label={t('dynamicTable.owner')} extra={t('dynamicTable.ownerHint')}>
          <UserPicker allowClear />
        </Form.Item>
      )}
      <ColumnsField newColumn={newColumn} />
    </FormDrawer>
  )
}
