import { parseInputMethods } from './parse/settings.ts'
import { type AdbShell, quoted } from './shell.ts'
import type { AdbTexts } from './texts.ts'
import { splitText } from './typing.ts'

const currentLine = 'settings get secure default_input_method'
const isAdbKeyboard = (method: string): boolean => method.trim().startsWith('com.android.adbkeyboard/')
/** Maximum characters per broadcast. */
const longestPiece = 500
/** A new input method needs a moment until it is connected to the field. */
const switchMs = 500

const findAdbKeyboard = async (shell: AdbShell) =>
  parseInputMethods((await shell.run('ime list -a -s')).stdout).find(isAdbKeyboard)

export const hasAdbKeyboard = async (shell: AdbShell): Promise<boolean> =>
  (await findAdbKeyboard(shell)) !== undefined

/**
 * ADBKeyboard is an input method that types given text, in any language. If it is not the present one, it is enabled
 * for this text, and the former one is restored, also after a failure.
 */
export async function typeByAdbKeyboard(shell: AdbShell, text: string, texts: AdbTexts): Promise<void> {
  const former = (await shell.text(currentLine)).trim()
  if (isAdbKeyboard(former)) return sendText(shell, text)
  const own = await findAdbKeyboard(shell)
  if (!own) throw new Error(texts.otherLanguage)
  const wasEnabled = parseInputMethods((await shell.run('ime list -s')).stdout).includes(own)
  try {
    await shell.text(`ime enable ${quoted(own)} && ime set ${quoted(own)}`)
    await new Promise((resolve) => setTimeout(resolve, switchMs))
    await sendText(shell, text)
  } finally {
    const lines = [
      ...parseInputMethods(former).map((method) => `ime set ${quoted(method)}`),
      ...(wasEnabled ? [] : [`ime disable ${quoted(own)}`]),
    ]
    if (lines.length > 0) await shell.run(lines.join('; '))
  }
}

async function sendText(shell: AdbShell, text: string): Promise<void> {
  for (const piece of splitText(text, longestPiece))
    await shell.text(`am broadcast -a ADB_INPUT_B64 --es msg ${Buffer.from(piece).toString('base64')}`)
}
