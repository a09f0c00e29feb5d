import { keyCodes } from './keys.ts'
import { quoted } from './shell.ts'

/** Maximum characters per line. */
const longestPiece = 400

/** Whether `input text` can type it: printable ASCII, line ends and tabs. */
export const isPlain = (text: string): boolean => /^[\x20-\x7e\r\n\t]*$/.test(text)

/**
 * Lines for the phone's shell that type the text. `input text` reads %s as a space and has no escape for it, so a %
 * before an s is sent separately.
 */
export function typingLines(text: string): string[] {
  const parts = text.replaceAll('\r\n', '\n').match(/[\r\n]|\t|[^\r\n\t]+/g) ?? []
  return parts.flatMap((part) => {
    if (part === '\t') return [`input keyevent ${keyCodes.tab}`]
    if (part === '\n' || part === '\r') return [`input keyevent ${keyCodes.enter}`]
    return splitPieces(part).map((piece) => `input text ${quoted(piece.replaceAll(' ', '%s'))}`)
  })
}

function splitPieces(line: string): string[] {
  return line
    .split(/(?<=%)(?=s)/)
    .flatMap((piece) => piece.match(new RegExp(`.{1,${longestPiece}}`, 'g')) ?? [])
}

/** Pieces of up to so many characters; one that needs two code units, such as an emoji, stays whole. */
export function splitText(text: string, longest: number): string[] {
  const letters = [...text]
  const count = Math.ceil(letters.length / longest)
  return Array.from({ length: count }, (_, at) => letters.slice(at * longest, (at + 1) * longest).join(''))
}
