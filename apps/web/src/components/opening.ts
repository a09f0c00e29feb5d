import type { HTMLAttributes, KeyboardEvent, MouseEvent } from 'react'

/** They have a click of their own. */
const controls = 'a, button, input, label, select, textarea'

const steps: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

function focusBeside(row: HTMLElement, step: 'nextElementSibling' | 'previousElementSibling') {
  const beside = row[step]
  if (beside instanceof HTMLElement && beside.tabIndex >= -1) beside.focus()
}

/** A double click opens it, except on what it contains to click on. */
export const openedByPointer = (open: () => unknown): HTMLAttributes<HTMLElement> => ({
  onDoubleClick: ({ target, currentTarget }: MouseEvent) => {
    // Popups of the row are elsewhere on the page.
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
    window.getSelection()?.removeAllRanges()
    open()
  },
})

/** A row that a double click or Enter opens. Tab reaches the first row, arrow keys the others. */
export const openedRow = (open: () => unknown, isFirst: boolean): HTMLAttributes<HTMLElement> => ({
  ...openedByPointer(open),
  tabIndex: isFirst ? 0 : -1,
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const step = steps[event.key]
    if (step) focusBeside(event.currentTarget, step)
    else if (event.key === 'Enter') open()
    else return
    event.preventDefault()
  },
})
