/** An error whose reason a script can tell by its `code`. */
export class ScriptError extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}
