import { longestSearched, longestValue, maxColumns } from '@fleetdeck/contract/dynamic-tables'
import { Checkbox, Input, InputNumber } from 'antd'
import { type RowColumn, RowsField } from '../../components/RowsField.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { nameRules } from './name-rules.ts'

interface FormValues {
  columns?: { columnName?: string; columnSize?: number }[]
}
interface Form {
  getFieldValue: (name: string | (string | number)[]) => unknown
}

const reject = (message: string) => Promise.reject(new Error(message))

const onlyOnce =
  (t: Translate) =>
  ({ getFieldValue }: Form) => ({
    validator: (_: unknown, name = '') => {
      const columns = (getFieldValue('columns') ?? []) as NonNullable<FormValues['columns']>
      const same = columns.filter(
        (column) => column?.columnName?.trim().toLowerCase() === name.trim().toLowerCase(),
      )
      return name && same.length > 1 ? reject(t('dynamicTable.columnTwice')) : Promise.resolve()
    },
  })

const searchable =
  (t: Translate, place: number) =>
  ({ getFieldValue }: Form) => ({
    validator: (_: unknown, isSearched: boolean) =>
      isSearched && Number(getFieldValue(['columns', place, 'columnSize'])) > longestSearched
        ? reject(t('dynamicTable.searchedTooLong'))
        : Promise.resolve(),
  })

function buildColumns(t: Translate): RowColumn[] {
  const { english, caption } = nameRules(t)
  return [
    {
      name: 'columnInfo',
      title: t('dynamicTable.columnInfo'),
      input: <Input maxLength={100} />,
      rules: () => caption('dynamicTable.columnInfoRequired'),
    },
    {
      name: 'columnName',
      title: t('dynamicTable.columnName'),
      input: <Input maxLength={63} spellCheck={false} />,
      rules: () => [...english('dynamicTable.columnNameRequired'), onlyOnce(t)],
    },
    {
      name: 'columnSize',
      title: t('dynamicTable.columnSize'),
      input: <InputNumber min={1} max={longestValue} precision={0} style={{ width: 88 }} />,
      rules: () => [{ required: true, message: t('dynamicTable.sizeRange') }],
      isNarrow: true,
    },
    {
      name: 'isSearched',
      title: t('dynamicTable.isSearched'),
      input: <Checkbox aria-label={t('dynamicTable.isSearched')} />,
      rules: (place) => [searchable(t, place)],
      valuePropName: 'checked',
      isNarrow: true,
    },
  ]
}

/** The fields of a table in order. */
export function ColumnsField({ newColumn }: { newColumn: object }) {
  const t = useText()
  return (
    <RowsField
      name="columns"
      title={t('dynamicTable.columns')}
      columns={buildColumns(t)}
      hidden="no"
      newRow={newColumn}
      addText={t('dynamicTable.addColumn')}
      removeText={t('dynamicTable.removeColumn')}
      min={1}
      max={maxColumns}
      canMove
    />
  )
}
