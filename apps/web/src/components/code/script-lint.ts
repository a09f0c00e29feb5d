import { type Diagnostic, linter } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { scripts } from '@fleetdeck/contract/scripts'
import { call } from '../../api/call.ts'
import { text as translated } from '../../ground/language.ts'
import { findingText } from './finding-text.ts'

/** After the last keystroke. */
const delayMs = 800

/** Marks functions that do not exist and wrong numbers of arguments, as the server finds them. */
export const scriptLint = (scriptLanguage: ScriptLanguage) =>
  linter((view) => findMarks(view, scriptLanguage), { delay: delayMs })

async function findMarks(view: EditorView, scriptLanguage: ScriptLanguage): Promise<Diagnostic[]> {
  const { doc } = view.state
  const content = doc.toString()
  // What cannot be checked now is checked when it is saved.
  const answer = await call(scripts.check, { body: { content, scriptLanguage } }).catch(() => undefined)
  return (answer?.findings ?? []).map((finding) => {
    const { from, to, text } = doc.line(Math.min(finding.line, doc.lines))
    const at = Math.min(finding.column - 1, text.length)
    const isNamed = finding.name !== '' && text.startsWith(finding.name, at)
    return {
      from: from + at,
      to: isNamed ? from + at + finding.name.length : to,
      severity: finding.kind === 'syntax' ? ('error' as const) : ('warning' as const),
      message: findingText(translated, finding),
    }
  })
}
