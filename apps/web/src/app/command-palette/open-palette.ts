import { create } from 'zustand'

/** words, isEntered: typed before the palette could take them. */
const closed = { open: false, words: '', isEntered: false }

export const usePalette = create(() => closed)
export const openPalette = () => usePalette.setState({ open: true })
export const closePalette = () => usePalette.setState(closed)

/** Keys that are pressed while the palette is loaded and drawn. */
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
