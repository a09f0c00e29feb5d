import { createContext, type HTMLAttributes, useContext } from 'react'
import styles from '../crud.module.css'
import { type Selection, useSelected } from '../use-selection.ts'

/** Undefined in tables without checkboxes. */
export const SelectionContext = createContext<Selection<{ id: number }> | undefined>(undefined)

interface BodyRowProps extends HTMLAttributes<HTMLTableRowElement> {
  'data-row-key'?: number
}

const classOf = ({ className = '' }: BodyRowProps) => `${className} ${styles.tableRow}`

/** A row of a table, marked while it is selected; without rendering its cells. */
export function BodyRow(props: BodyRowProps) {
  const selection = useContext(SelectionContext)
  if (!selection) return <tr {...props} className={classOf(props)} />
  return <SelectableRow {...props} selection={selection} />
}

function SelectableRow({ selection, ...props }: BodyRowProps & { selection: Selection<{ id: number }> }) {
  const isSelected = useSelected(selection, ({ rows }) => rows.some(({ id }) => id === props['data-row-key']))
  return <tr {...props} className={classOf(props)} data-selected={isSelected} />
}
