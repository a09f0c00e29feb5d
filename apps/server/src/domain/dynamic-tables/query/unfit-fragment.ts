/** A fragment that the grammar does not take. */
export class UnfitFragment extends Error {
  /** Of the first character that does not fit, counted from 1 in characters as people see them on a line. */
  readonly position: number
  /** What stands there, shortened; empty at the fragment's end. */
  readonly found: string

  constructor(fragment: string, index: number) {
    super('unfit fragment')
    this.position = [...fragment.slice(0, index)].length + 1
    this.found = [...fragment.slice(index, index + 40)].slice(0, 20).join('')
  }
}
