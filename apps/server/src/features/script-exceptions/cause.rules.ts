import { createHash } from 'node:crypto'

export interface Cause {
  message: string
  frame: string
  fingerprint: string
}

const longest = 500
/** `at buy (shop.js:12:5)`, of any engine. */
const place = /^\s*(?:at\s+)?(.*?:\d+)(?::\d+)?\)?\s*$/
/** Numbers and ids vary between occurrences. */
const varying = /0x[0-9a-f]+|\b[0-9a-f]{8,}(?:-[0-9a-f]+)*\b|\d+/gi

const closed = (frame: string) => (frame.includes('(') && !frame.endsWith(')') ? `${frame})` : frame)

/** The cause of an error: its first line, the topmost position of its stack, and both without varying parts. */
export function findCause(exception: string): Cause {
  const [first = '', ...rest] = exception.split(/\r?\n/)
  const frame = rest.map((line) => place.exec(line)?.[1]?.trim()).find(Boolean) ?? ''
  const message = first.trim().slice(0, longest)
  const fingerprint = createHash('md5')
    .update(`${message.replace(varying, '#')}\n${frame}`)
    .digest('hex')
  return { message, frame: closed(frame).slice(0, longest), fingerprint }
}
