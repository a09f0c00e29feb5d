export interface PickOption {
  value: number
  label: string
}

/** A list on the server, as pickers read it. */
export interface PickSource {
  key: readonly unknown[]
  /** One page of options that match the typed text. */
  page: (
    search: string,
    pageNum: number,
    signal: AbortSignal,
  ) => Promise<{ list: PickOption[]; total: number }>
  /** The option of a value that is on no loaded page. */
  one: (value: number) => Promise<PickOption | undefined>
}
