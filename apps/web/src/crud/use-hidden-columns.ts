import { useMemo, useState } from 'react'
import type { CrudColumn } from './crud-contract.ts'

function stored(key: string): string[] | undefined {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(names) ? names.map(String) : undefined
  } catch {
    return undefined
  }
}

/** The columns of a list hidden by this user; stored in the browser. */
export function useHiddenColumns<Row>(listPath: string, columns: readonly CrudColumn<Row>[]) {
  const storageKey = `columns:${listPath}`
  const [chosen, setChosen] = useState(() => stored(storageKey))
  const [hidden, shown] = useMemo(() => {
    const keys = chosen ?? columns.filter((column) => column.hiddenAtFirst).map((column) => column.key)
    return [keys, columns.filter(({ key }) => !keys.includes(key))]
  }, [chosen, columns])
  return {
    hidden,
    shown,
    hide: (keys: string[]) => {
      localStorage.setItem(storageKey, JSON.stringify(keys))
      setChosen(keys)
    },
    reset: () => {
      localStorage.removeItem(storageKey)
      setChosen(undefined)
    },
  }
}
