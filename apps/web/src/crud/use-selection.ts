import { useState } from 'react'
import { createStore, useStore } from 'zustand'

/** All rows that match, on any page. */
export interface AllMatching {
  conditions: Record<string, string | number>
  total: number
}

export interface Selected<Row> {
  rows: readonly Row[]
  /** Set when more rows are selected than are loaded. */
  all: AllMatching | undefined
}

/**
 * Selected rows, preserved across pages. No state of the list: a change renders only the parts that show the selection,
 * not all rows.
 */
export class Selection<Row extends { id: number }> {
  readonly store = createStore<Selected<Row>>(() => ({ rows: [], all: undefined }))

  /** Adds these rows, or takes them away. */
  set(changed: readonly Row[], isSelected: boolean): void {
    const ids = new Set(changed.map(({ id }) => id))
    const rest = this.store.getState().rows.filter(({ id }) => !ids.has(id))
    this.#choose(isSelected ? [...rest, ...changed] : rest)
  }

  chooseAll(all: AllMatching): void {
    this.store.setState({ all })
  }

  /** Only rows of these ids stay selected. */
  keep(kept: readonly number[]): void {
    this.#choose(this.store.getState().rows.filter(({ id }) => kept.includes(id)))
  }

  clear(): void {
    this.#choose([])
  }

  /** The selected ones among these rows have been loaded again. */
  refresh(loaded: readonly Row[]): void {
    const known = new Map(loaded.map((row) => [row.id, row]))
    this.store.setState(({ rows }) =>
      rows.some((row) => (known.get(row.id) ?? row) !== row)
        ? { rows: rows.map((row) => known.get(row.id) ?? row) }
        : {},
    )
  }

  #choose(rows: readonly Row[]) {
    this.store.setState({ rows, all: undefined })
  }
}

export function useSelection<Row extends { id: number }>(): Selection<Row> {
  const [selection] = useState(() => new Selection<Row>())
  return selection
}

export const useSelected = <Row extends { id: number }, Part>(
  { store }: Selection<Row>,
  part: (selected: Selected<Row>) => Part,
): Part => useStore(store, part)
