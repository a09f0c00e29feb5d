/** A line of a message with its stack; `line` is set for a position in the script itself. */
export interface StackLine {
  before: string
  place: string
  line?: number
  after: string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Phones name the script's file by the script, with an ending. */
const fileNames = (scriptName: string) =>
  /\.\w+$/.test(scriptName) ? [scriptName] : [`${scriptName}.js`, scriptName]

export function stackLines(exception: string, scriptName: string): StackLine[] {
  const names = fileNames(scriptName).map(escaped).join('|')
  const place = new RegExp(`(?:${names}):(\\d+)(?::\\d+)?`)
  return exception.split(/\r?\n/).map((text, at) => {
    // The first line is the message.
    const found = at > 0 ? place.exec(text) : null
    if (!found) return { before: text, place: '', after: '' }
    return {
      before: text.slice(0, found.index),
      place: found[0],
      line: Number(found[1]),
      after: text.slice(found.index + found[0].length),
    }
  })
}
