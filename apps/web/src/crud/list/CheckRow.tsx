import { Checkbox } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import { type Selection, useSelected } from '../use-selection.ts'

interface CheckRowProps<Row extends { id: number }> {
  selection: Selection<Row>
  row: Row
  name: string
  /** With the shift key. */
  onToggle: (isSelected: boolean, withShift: boolean) => void
}

/** The checkbox of a row. */
export function CheckRow<Row extends { id: number }>({ selection, row, name, onToggle }: CheckRowProps<Row>) {
  const isChecked = useSelected(selection, ({ rows }) => rows.some(({ id }) => id === row.id))
  return (
    <Checkbox
      className={styles.checkRow ?? ''}
      aria-label={name}
      checked={isChecked}
      onChange={({ target, nativeEvent }) => onToggle(target.checked, nativeEvent.shiftKey)}
    />
  )
}

/** The checkbox above those of these rows. */
export function CheckPage<Row extends { id: number }>(props: {
  selection: Selection<Row>
  rows: readonly Row[]
}) {
  const t = useText()
  const { selection, rows } = props
  const count = useSelected(selection, ({ rows: selected }) => {
    const ids = new Set(selected.map(({ id }) => id))
    return rows.filter(({ id }) => ids.has(id)).length
  })
  const isAll = count > 0 && count === rows.length
  return (
    <Checkbox
      aria-label={t('table.selectPage')}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={rows.length === 0}
      onChange={({ target }) => selection.set(rows, target.checked)}
    />
  )
}
