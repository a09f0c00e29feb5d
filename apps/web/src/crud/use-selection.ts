import { useState } from 'react'

/** All rows that match, on any page. */
export interface AllMatching {
  conditions: Record<string, string | number>
  total: number
}

/** Selected rows, kept across pages. */
export function useSelection<Row extends { id: number }>() {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [all, setAll] = useState<AllMatching>()
  return {
    rows,
    /** Set when more rows are selected than are loaded. */
    all,
    chooseAll: setAll,
    ids: rows.map((row) => row.id),
    /** The table's selection: keys of all selected rows, rows only if loaded. */
    choose: (ids: readonly number[], shown: readonly Row[]) => {
      const known = new Map([...rows, ...shown].map((row) => [row.id, row]))
      setRows(ids.flatMap((id) => known.get(id) ?? []))
      setAll(undefined)
    },
    /** Only these of the selected rows stay selected. */
    keep: (ids: readonly number[]) => {
      setRows(rows.filter(({ id }) => ids.includes(id)))
      setAll(undefined)
    },
    clear: () => {
      setRows([])
      setAll(undefined)
    },
  }
}
