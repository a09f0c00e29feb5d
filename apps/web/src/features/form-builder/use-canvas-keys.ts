import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { focusChosen } from './chosen-part.ts'
import { choose, copyItem, moveBy, redo, removeItem, undo, useBuilder } from './model/builder-store.ts'
import { inOrder } from './model/item-tree.ts'

/** Selects the next or previous part in reading order. */
function chooseNext(id: string, by: -1 | 1) {
  const order = inOrder(useBuilder.getState().form.items)
  const next = order[order.findIndex((item) => item.id === id) + by]
  if (next) choose(next.id)
}

const undoKeys: Record<string, () => void> = { 'ctrl+z': undo, 'ctrl+shift+z': redo, 'ctrl+y': redo }
/** Actions return false if they are impossible. */
const itemKeys: Record<string, (id: string) => unknown> = {
  'ctrl+d': copyItem,
  delete: removeItem,
  backspace: removeItem,
  arrowup: (id) => chooseNext(id, -1),
  arrowdown: (id) => chooseNext(id, 1),
  'alt+arrowup': (id) => moveBy(id, -1),
  'alt+arrowdown': (id) => moveBy(id, 1),
}

function keyName({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): string {
  const held = [(ctrlKey || metaKey) && 'ctrl', shiftKey && 'shift', altKey && 'alt', key.toLowerCase()]
  return held.filter(Boolean).join('+')
}

/** Keyboard shortcuts for the selected part. */
export function useCanvasKeys() {
  const t = useText()
  return (event: KeyboardEvent) => {
    const { chosenId } = useBuilder.getState()
    const name = keyName(event)
    const ofItem = chosenId === undefined ? undefined : itemKeys[name]
    if (!undoKeys[name] && !ofItem) return
    event.preventDefault()
    // Rendered here, so that the next key already reaches the part that is selected then.
    const isDone = flushSync(() => {
      undoKeys[name]?.()
      return ofItem?.(chosenId ?? '')
    })
    if (isDone === false) showFailure(t('form.noPlace'))
    focusChosen()
  }
}
