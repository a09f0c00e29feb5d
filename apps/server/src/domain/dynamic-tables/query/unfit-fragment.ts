/** A fragment that the grammar does not accept. */
export class UnfitFragment extends Error {
  /** Position of the first character that does not fit, from 1, in characters as displayed. */
  readonly position: number
  /** The text at that position, shortened; empty at the fragment's end. */
  readonly found: string

  constructor(fragment: string, index: number) {
    super('unfit fragment')
    this.position = [...fragment.slice(0, index)].length + 1
    this.found = [...fragment.slice(index, index + 40)].slice(0, 20).join('')
  }
}
