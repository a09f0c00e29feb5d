import type { GenColumn } from '@fleetdeck/contract/code-generator'
import { Select, type TableColumnType } from 'antd'
import type { Translate } from '../../ground/language.ts'

export type Change = (row: GenColumn, part: Partial<GenColumn>) => void

type Chosen = 'queryType' | 'display' | 'dictType' | 'linkTable' | 'linkLabel'

interface Choice<Value extends string> {
  width: number
  mayBeEmpty?: boolean
  isFixed: (row: GenColumn) => boolean
  options: (row: GenColumn) => { value: Value; label: string }[]
  choose: (row: GenColumn, value: Value) => void
}

/** A table column with a select in each row. */
export function selectColumn<Name extends Chosen>(
  t: Translate,
  name: Name,
  { width, mayBeEmpty = false, isFixed, options, choose }: Choice<GenColumn[Name]>,
): TableColumnType<GenColumn> {
  const title = t(`gen.${name}`)
  return {
    key: name,
    title,
    render: (_, row) => (
      <Select<GenColumn[Name]>
        size="small"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear={mayBeEmpty}
        style={{ width }}
        aria-label={t('gen.ofColumn', { name: row.columnName, what: title })}
        value={row[name] || null}
        disabled={isFixed(row)}
        options={options(row)}
        onChange={(value) => choose(row, value ?? ('' as GenColumn[Name]))}
      />
    ),
  }
}
