/** Overlays and their focus guards: no place to return the focus to. */
const overlays = '.ant-drawer, .ant-modal-wrap, [role=dialog], .ant-dropdown, .ant-select-dropdown'

/**
 * When a dialog or drawer closes with the focus in it, returns the focus to the previous element. If that no longer
 * exists either, as after the removal of a row, the page gets the focus. Returns a function that stops this.
 */
export function returnFocus(): () => void {
  let last: HTMLElement | undefined
  let wasAbove = false
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    wasAbove = target.closest(overlays) !== null
    if (!wasAbove) last = target
  }
  const leaving = new MutationObserver(() => {
    if (!wasAbove || document.activeElement !== document.body) return
    const isCovered = [...document.querySelectorAll('[role=dialog]')].some((dialog) =>
      dialog.checkVisibility(),
    )
    if (isCovered) return
    if (last?.isConnected) last.focus()
    else document.getElementById('content')?.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', remember)
  // Overlays are children of the body.
  leaving.observe(document.body, { childList: true })
  return () => {
    document.removeEventListener('focusin', remember)
    leaving.disconnect()
  }
}
