import type { AppLogic, Target, View } from '../app-logic.ts'

export interface NotesState {
  text: string
  keyboard: boolean
  shift: boolean
  digits: boolean
}

const maxLength = 600
const keyHeight = 42
const letterRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const digitRows = ['1234567890', '-/:;()$&@', '.,?!\'"#']
const keyboardHeight = 4 * keyHeight + 34

export const keyboardTop = ({ height }: View): number => height - keyboardHeight

/** Not beside a hardware keyboard. */
export const showsKeys = (state: NotesState, view: View): boolean => state.keyboard && !view.hasKeyboard

/** Ids of keys: the character itself, or one of the words below. */
export function keyTargets(state: NotesState, view: View): Target[] {
  const rows = state.digits ? digitRows : letterRows
  const unit = (view.width - 8) / 10
  const top = keyboardTop(view) + 6
  const keys = rows.flatMap((row, line) => {
    const left = 4 + ((10 - row.length) / 2) * unit
    return [...row].map((letter, column) => ({
      id: state.shift && !state.digits ? letter.toUpperCase() : letter,
      ...{ x: left + column * unit, y: top + line * keyHeight, width: unit, height: keyHeight },
    }))
  })
  const low = { y: top + 3 * keyHeight, height: keyHeight }
  return [
    ...keys,
    { id: 'shift', x: 4, y: top + 2 * keyHeight, width: 1.4 * unit, height: keyHeight },
    {
      id: 'erase',
      x: 4 + 8.6 * unit,
      y: top + 2 * keyHeight,
      width: 1.4 * unit,
      height: keyHeight,
    },
    { id: 'digits', x: 4, width: 1.6 * unit, ...low },
    { id: ',', x: 4 + 1.6 * unit, width: unit, ...low },
    { id: 'space', x: 4 + 2.6 * unit, width: 4.6 * unit, ...low },
    { id: '.', x: 4 + 7.2 * unit, width: unit, ...low },
    { id: 'enter', x: 4 + 8.2 * unit, width: 1.8 * unit, ...low },
  ]
}

function type(state: NotesState, text: string): NotesState {
  return { ...state, text: [...state.text, ...text].slice(0, maxLength).join(''), shift: false }
}

function press(state: NotesState, key: string): NotesState {
  if (key === 'shift') return { ...state, shift: !state.shift }
  if (key === 'digits') return { ...state, digits: !state.digits }
  if (key === 'erase') return { ...state, text: [...state.text].slice(0, -1).join('') }
  if (key === 'space') return type(state, ' ')
  if (key === 'enter') return type(state, '\n')
  return type(state, key)
}

export const notes: AppLogic<NotesState> = {
  initial: { text: '', keyboard: true, shift: true, digits: false },
  targets: (state, view) => {
    const page = { id: 'page', x: 0, y: 60, width: view.width, height: view.height - 60 }
    const clear = { id: 'clear', x: view.width - 76, y: 40, width: 64, height: 44 }
    return showsKeys(state, view) ? [page, clear, ...keyTargets(state, view)] : [page, clear]
  },
  facts: (state, id) =>
    id === 'page'
      ? { type: 'EditText', text: state.text, focused: state.keyboard, hint: (texts) => texts.noteEmpty }
      : id === 'shift'
        ? { selected: state.shift }
        : {},
  tap: (state, id) => {
    if (id === 'page') return { ...state, keyboard: true }
    if (id === 'clear') return { ...state, text: '', shift: true }
    return press(state, id)
  },
  type,
  press: (state, key) => {
    if (key === 'enter') return type(state, '\n')
    return key === 'del' ? press(state, 'erase') : state
  },
  back: (state) => (state.keyboard ? { ...state, keyboard: false } : undefined),
}
