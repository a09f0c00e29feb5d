import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { text } from '../../ground/language.ts'

/** What the editor says itself, in its search and on folded lines. */
const phrases = {
  Find: 'editor.find',
  Replace: 'editor.replaceWith',
  next: 'editor.next',
  previous: 'editor.previous',
  all: 'editor.all',
  'match case': 'editor.matchCase',
  regexp: 'editor.pattern',
  'by word': 'editor.byWord',
  replace: 'editor.replace',
  'replace all': 'editor.replaceAll',
  close: 'editor.close',
  'Go to line': 'editor.goToLine',
  go: 'editor.go',
  'current match': 'editor.currentMatch',
  'on line': 'editor.onLine',
  'replaced match on line $': 'editor.replacedOne',
  'replaced $ matches': 'editor.replacedMany',
  'Fold line': 'editor.fold',
  'Unfold line': 'editor.unfold',
  unfold: 'editor.unfoldCode',
  'folded code': 'editor.foldedCode',
  'Folded lines': 'editor.foldedLines',
  'Unfolded lines': 'editor.unfoldedLines',
  to: 'editor.to',
  '$ unchanged lines': 'editor.unchanged',
  Completions: 'editor.completions',
} as const satisfies Record<string, TextKey>

export const editorPhrases = (): Record<string, string> =>
  Object.fromEntries(Object.entries(phrases).map(([phrase, key]) => [phrase, text(key)]))
