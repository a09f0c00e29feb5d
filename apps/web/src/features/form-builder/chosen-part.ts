import { useBuilder } from './model/builder-store.ts'

/** Calls `act` with the selected part on the canvas, once it is rendered. */
const withChosen = (act: (part: HTMLElement) => void) =>
  requestAnimationFrame(() => {
    const part = document.querySelector<HTMLElement>(`[data-item="${useBuilder.getState().chosenId}"]`)
    if (part) act(part)
  })

export const focusChosen = () => withChosen((part) => part.focus())
export const showChosen = () => withChosen((part) => part.scrollIntoView({ block: 'nearest' }))
