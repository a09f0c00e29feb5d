/**
 * The Enter key that chooses from a menu opens what has a focus of its own at once. The rest of that one key stroke
 * belongs to the menu: it must not press the first button of a question, nor send the form of a drawer. Returns how
 * to stop.
 */
export function keepEnterInMenus(): () => void {
  const keep = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return
    if (event.target.role === 'menuitem' && event.target.closest('.ant-dropdown')) event.preventDefault()
  }
  document.addEventListener('keydown', keep, true)
  return () => document.removeEventListener('keydown', keep, true)
}
