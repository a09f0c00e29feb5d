/**
 * The reason why `am start` opened nothing, undefined if it did; before Android 10 its exit code is 0 in either case.
 * `Warning: Activity not started, its current task has been brought to the front` is a success.
 */
export function parseStartFailure(output: string): string | undefined {
  const line = /^\s*(?:Error: |java\.lang\.|Security exception: |Exception occurred)(.*)$/m.exec(output)
  return line?.[0].trim().replace(/^Error: /, '')
}
