import { create } from 'zustand'

/** isEntered: what was typed is meant, as soon as the entries for it are there. */
const empty = { words: '', isEntered: false }

export const usePalette = create(() => ({ open: false, ...empty }))
export const openPalette = () => usePalette.setState({ open: true, ...empty })
/** Its entries stay until it has disappeared. */
export const closePalette = () => usePalette.setState({ open: false })

/** Keys that are pressed before the palette has the focus. */
export function typeEarly(press: KeyboardEvent): void {
  const { words, isEntered } = usePalette.getState()
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return
  if (press.key === 'Escape') closePalette()
  else if (press.key === 'Enter') usePalette.setState({ isEntered: true })
  else if (press.key === 'Backspace') usePalette.setState({ words: words.slice(0, -1) })
  else if (press.key.length === 1 && !isEntered) usePalette.setState({ words: words + press.key })
  else return
  press.preventDefault()
}
