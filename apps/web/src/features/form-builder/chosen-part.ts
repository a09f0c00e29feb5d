import { useBuilder } from './model/builder-store.ts'

const findChosen = () =>
  document.querySelector<HTMLElement>(`[data-item="${useBuilder.getState().chosenId}"]`)

/** Focuses the selected part on the canvas, which must be rendered. */
export const focusChosen = () => findChosen()?.focus()
/** Scrolls to the selected part on the canvas, once it is rendered. */
export const showChosen = () =>
  requestAnimationFrame(() => findChosen()?.scrollIntoView({ block: 'nearest' }))
