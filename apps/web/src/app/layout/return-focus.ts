/** What lies over the page, with the frames that take the focus first: no place to come back to. */
const overlays = '.ant-drawer, .ant-modal-wrap, [role=dialog], .ant-dropdown, .ant-select-dropdown'

/**
 * When a dialog or a drawer leaves with the focus in it, the focus goes back to where it was before; to the page
 * when that is gone too, as after the removal of a row. Returns how to stop.
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
