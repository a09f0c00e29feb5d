export interface PickOption {
  value: number
  label: string
}

/** A list that stays on the server, as pickers read it. */
export interface PickSource {
  key: readonly unknown[]
  /** One page of options that match what was typed. */
  page: (
    search: string,
    pageNum: number,
    signal: AbortSignal,
  ) => Promise<{ list: PickOption[]; total: number }>
  /** The option of a value that no loaded page holds. */
  one: (value: number) => Promise<PickOption | undefined>
}
