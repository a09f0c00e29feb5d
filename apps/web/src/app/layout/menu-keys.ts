/**
 * The Enter key that selects a menu item immediately opens an element that takes the focus. The rest of that keystroke
 * belongs to the menu: it must not press the first button of a question, nor submit the form of a drawer. Returns a
 * function that stops this.
 */
export function keepEnterInMenus(): () => void {
  const stopEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return
    if (event.target.role === 'menuitem' && event.target.closest('.ant-dropdown')) event.preventDefault()
  }
  document.addEventListener('keydown', stopEnter, true)
  return () => document.removeEventListener('keydown', stopEnter, true)
}
