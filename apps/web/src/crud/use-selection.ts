import { useState } from 'react'

/** Chosen rows, kept over pages. */
export function useSelection<Row extends { id: number }>() {
  const [rows, setRows] = useState<readonly Row[]>([])
  return {
    rows,
    ids: rows.map((row) => row.id),
    /** The table's answer: keys of all chosen rows, rows only where it knows them. */
    choose: (ids: readonly number[], shown: readonly Row[]) => {
      const known = new Map([...rows, ...shown].map((row) => [row.id, row]))
      setRows(ids.flatMap((id) => known.get(id) ?? []))
    },
    clear: () => setRows([]),
  }
}
