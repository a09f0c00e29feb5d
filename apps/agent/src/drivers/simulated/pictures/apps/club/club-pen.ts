import type { Rect } from '../../../geometry.ts'
import { accent, ink, softInk } from '../../palette.ts'
import type { Pen } from '../../pen.ts'

export const brand = '#e8505b'
const avatars = ['#5b8def', '#f29f4b', '#41b883', '#b06fe0', '#e8637c', '#38a9c9']

export function drawAvatar(
  pen: Pen,
  name: string,
  index: number,
  at: { x: number; y: number; radius: number },
) {
  pen.disc(at, at.radius, avatars[index % avatars.length] as string)
  const letter = [...name][0] ?? ''
  pen.text(letter, at, { size: at.radius * 0.95, bold: true, colour: '#ffffff', align: 'center' })
}

/** An input field: its text or hint, and the caret when it has the focus. */
export function drawField(
  pen: Pen,
  rect: Rect,
  { text, hint, focused, wrong = false }: { text: string; hint: string; focused: boolean; wrong?: boolean },
): void {
  const middle = rect.y + rect.height / 2
  const border = wrong ? '#ef4a4a' : focused ? accent : '#d9dde6'
  pen.box(rect, '#ffffff', 12)
  pen.outline(rect, border, 12, focused || wrong ? 1.6 : 1)
  const room = rect.width - 28
  const shown = text && tail(pen, text, room)
  if (shown) pen.text(shown, { x: rect.x + 14, y: middle }, { size: 15, colour: ink })
  else pen.text(hint, { x: rect.x + 14, y: middle }, { size: 15, colour: '#a9afbd', maxWidth: room })
  if (!focused) return
  const caret = rect.x + 14 + (shown ? pen.measureWidth(shown, 15) + 1 : 0)
  pen.box({ x: caret, y: middle - 10, width: 2, height: 20 }, accent)
}

/** The end of a text that is wider than its field. */
function tail(pen: Pen, text: string, width: number): string {
  let letters = [...text]
  while (letters.length > 1 && pen.measureWidth(letters.join(''), 15) > width) letters = letters.slice(1)
  return letters.join('')
}

export function drawMainButton(pen: Pen, rect: Rect, label: string, { pressed }: { pressed: boolean }): void {
  pen.box(rect, pressed ? '#c93f4a' : brand, rect.height / 2)
  pen.text(
    label,
    { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 },
    { size: 16, bold: true, colour: '#ffffff', align: 'center' },
  )
}

/** Lines of up to `width` pixels; Chinese breaks anywhere, other words stay whole. */
export function wrapText(pen: Pen, text: string, width: number, size: number): string[] {
  const lines = ['']
  for (const word of text.match(/[\p{Script=Han}\p{P}]|[^\p{Script=Han}\s]+\s?|\s+/gu) ?? []) {
    const longer = lines.at(-1) + word
    if (lines.at(-1) !== '' && pen.measureWidth(longer.trimEnd(), size) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.flatMap((line) => breakLine(pen, line.trimEnd(), width, size))
}

function breakLine(pen: Pen, line: string, width: number, size: number): string[] {
  if (pen.measureWidth(line, size) <= width) return [line]
  const pieces = ['']
  for (const letter of line) {
    const longer = pieces.at(-1) + letter
    if (pieces.at(-1) !== '' && pen.measureWidth(longer, size) > width) pieces.push(letter)
    else pieces[pieces.length - 1] = longer
  }
  return pieces
}

export const soft = (size: number) => ({ size, colour: softInk })
