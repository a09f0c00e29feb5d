import { text } from '../ground/language.ts'
import { showFailure, showSuccess } from './feedback.ts'

/** For pages on plain HTTP, where browsers have no clipboard. */
function copyBySelection(words: string): boolean {
  const area = document.createElement('textarea')
  area.value = words
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside an open dialog, whose focus trap would clear the selection.
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body
  place.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
  }
}

/** Copies a text and returns whether it worked. */
export async function copyText(words: string) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(words)
    else if (!copyBySelection(words)) throw new Error('copy was refused')
    showSuccess(text('common.copied'))
  } catch {
    showFailure(text('common.copyFailed'))
  }
}
