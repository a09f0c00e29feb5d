import { useState } from 'react'

/** All rows that the conditions find, on whichever page. */
export interface AllMatching {
  conditions: Record<string, string | number>
  total: number
}

/** Chosen rows, kept over pages. */
export function useSelection<Row extends { id: number }>() {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [all, setAll] = useState<AllMatching>()
  return {
    rows,
    /** Set when more is chosen than rows are known. */
    all,
    chooseAll: setAll,
    ids: rows.map((row) => row.id),
    /** The table's answer: keys of all chosen rows, rows only where it knows them. */
    choose: (ids: readonly number[], shown: readonly Row[]) => {
      const known = new Map([...rows, ...shown].map((row) => [row.id, row]))
      setRows(ids.flatMap((id) => known.get(id) ?? []))
      setAll(undefined)
    },
    clear: () => {
      setRows([])
      setAll(undefined)
    },
  }
}
