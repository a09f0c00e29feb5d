/** Hints in one line: ` · ` separates them, except after a sentence, which ends with its own mark. */
export function hintLine(hints: readonly (string | false | undefined)[]): string {
  const [first = '', ...others] = hints.flatMap((hint) => hint || [])
  return others.reduce((line, hint) => line + separatorAfter(line) + hint, first)
}

function separatorAfter(line: string): string {
  if (line.endsWith('。')) return ''
  return line.endsWith('.') ? ' ' : ' · '
}
