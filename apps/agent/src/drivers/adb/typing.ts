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

export const inputMethodLine = 'settings get secure default_input_method'
export const isAdbKeyboard = (method: string): boolean => method.trim().startsWith('com.android.adbkeyboard/')

/** ADBKeyboard, an input method that types given text, in any language. */
export const adbKeyboardLine = (text: string): string =>
  `am broadcast -a ADB_INPUT_B64 --es msg ${Buffer.from(text).toString('base64')}`
