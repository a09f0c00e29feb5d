import { useBuilder } from './model/builder-store.ts'

/** With the chosen part on the canvas, once it is drawn. */
const withChosen = (act: (part: HTMLElement) => void) =>
  requestAnimationFrame(() => {
    const part = document.querySelector<HTMLElement>(`[data-item="${useBuilder.getState().chosenId}"]`)
    if (part) act(part)
  })

/** Puts the focus where the keyboard goes on. */
export const focusChosen = () => withChosen((part) => part.focus())
export const showChosen = () => withChosen((part) => part.scrollIntoView({ block: 'nearest' }))
