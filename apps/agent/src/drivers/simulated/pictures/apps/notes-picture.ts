import type { Target, View } from '../../app-logic.ts'
import { keyboardTop, keyTargets, type NotesState, showsKeys } from '../../apps/notes.ts'
import { inset } from '../../geometry.ts'
import { centreOf, drawTitle } from '../elements.ts'
import { glyphs } from '../glyphs.ts'
import { accent, ink, softInk } from '../palette.ts'
import type { Pen } from '../pen.ts'
import { type AppPicture, pressedIn, type Scene } from '../scene.ts'

const lineHeight = 30
const textSize = 18
const left = 24
const textTop = 112

export const notesPicture: AppPicture<NotesState> = {
  draw: (pen, state, view, scene) => {
    pen.box({ x: 0, y: 0, width: view.width, height: view.height }, '#fffaf0')
    drawTitle(pen, scene.texts.apps.notes)
    const clear = { x: view.width - 20, y: 59 }
    pen.text(scene.texts.clear, clear, { size: 15, bold: true, colour: '#d98a00', align: 'right' })
    drawText(pen, state, view, scene)
    if (showsKeys(state, view)) drawKeyboard(pen, state, view, scene)
  },
}

function drawText(pen: Pen, state: NotesState, view: View, scene: Scene): void {
  const bottom = showsKeys(state, view) ? keyboardTop(view) : view.height - 30
  const room = Math.max(1, Math.floor((bottom - textTop) / lineHeight))
  for (let row = 0; row < room; row++) {
    const y = textTop + row * lineHeight + 18
    pen.box({ x: left, y, width: view.width - 2 * left, height: 1 }, '#f0e3c8')
  }
  const lines = wrap(pen, state.text, view.width - 2 * left).slice(-room)
  lines.forEach((words, row) => {
    pen.text(words, { x: left, y: textTop + row * lineHeight }, { size: textSize, colour: ink })
  })
  const last = lines.at(-1) ?? ''
  const y = textTop + Math.max(0, lines.length - 1) * lineHeight
  if (state.text === '')
    pen.text(scene.texts.noteEmpty, { x: left + 6, y: textTop }, { size: textSize, colour: '#c4b48f' })
  if (!state.keyboard) return
  pen.box({ x: left + pen.measureWidth(last, textSize) + 1, y: y - 11, width: 2, height: 22 }, '#e8a200')
}

function wrap(pen: Pen, text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const letter of paragraph) {
      const longer = lines.at(-1) + letter
      if (pen.measureWidth(longer, textSize) > width) lines.push(letter)
      else lines[lines.length - 1] = longer
    }
    return lines
  })
}

function drawKeyboard(pen: Pen, state: NotesState, view: View, scene: Scene): void {
  const top = keyboardTop(view)
  pen.box({ x: 0, y: top, width: view.width, height: view.height - top }, '#dfe2ea')
  const pressed = pressedIn(scene)
  for (const key of keyTargets(state, view)) drawKey(pen, key, { state, scene, pressed: key.id === pressed })
}

function drawKey(
  pen: Pen,
  key: Target,
  { state, scene, pressed }: { state: NotesState; scene: Scene; pressed: boolean },
): void {
  const cap = { ...inset(key, 2.5), height: key.height - 6 }
  const lit = key.id === 'shift' && state.shift && !state.digits
  const special = key.id.length > 1 && key.id !== 'space'
  const fill = pressed ? '#b9c0cf' : special && !lit ? '#c6cbd6' : '#ffffff'
  pen.box({ ...cap, y: cap.y + 1 }, '#a9afbd', 6)
  pen.box(cap, key.id === 'enter' ? accent : fill, 6)
  const at = centreOf(cap)
  const glyph = key.id === 'shift' ? glyphs.shift : key.id === 'erase' ? glyphs.erase : undefined
  if (glyph) pen.glyph(glyph, { x: at.x - 10, y: at.y - 10, width: 20, height: 20 }, lit ? accent : ink)
  else pen.text(keyLabel(key.id, state, scene), at, { ...capStyle(key.id), align: 'center' })
}

function keyLabel(id: string, { digits }: NotesState, { texts }: Scene): string {
  if (id === 'space') return texts.space
  if (id === 'enter') return texts.enter
  if (id === 'digits') return digits ? 'ABC' : '123'
  return id
}

function capStyle(id: string) {
  if (id === 'enter') return { size: 14, colour: '#ffffff', bold: true }
  return id.length > 1 ? { size: 14, colour: softInk } : { size: 19, colour: ink }
}
