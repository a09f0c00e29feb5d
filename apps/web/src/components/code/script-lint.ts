import { type Diagnostic, linter } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { scripts } from '@fleetdeck/contract/scripts'
import { call } from '../../api/call.ts'
import { text as translated } from '../../ground/language.ts'
import { findingText } from './finding-text.ts'
import { longestChecked, type TypeMark } from './types/protocol.ts'
import type { TypeClient } from './types/type-client.ts'

/** After the last keystroke. */
const delayMs = 800

/**
 * Marks what the compiler finds wrong in TypeScript, and on other lines functions that do not exist and wrong numbers of
 * arguments, as the server finds them.
 */
export const scriptLint = (types: TypeClient, language: ScriptLanguage): Extension => {
  const typeMarks = new WeakMap<Text, Promise<TypeMark[]>>()
  const typeMarksOf = (doc: Text) => {
    if (language === 'js' || doc.length > longestChecked) return []
    const found =
      typeMarks.get(doc) ??
      types.ask({ text: doc.toString(), language }, 'marks', null).then((marks) => marks ?? [])
    typeMarks.set(doc, found)
    return found
  }
  const ofTypes = async ({ state: { doc } }: EditorView) =>
    (await typeMarksOf(doc)).map(
      ({ from, to, message }): Diagnostic => ({
        ...{ from: Math.min(from, doc.length), to: Math.min(to, doc.length), message, severity: 'error' },
      }),
    )
  const ofServer = async ({ state: { doc } }: EditorView) => {
    const [found, typed] = await Promise.all([serverMarks(doc, language), typeMarksOf(doc)])
    const lines = new Set(typed.map(({ from }) => doc.lineAt(Math.min(from, doc.length)).number))
    return found.filter(({ from }) => !lines.has(doc.lineAt(from).number))
  }
  return [linter(ofTypes, { delay: delayMs }), linter(ofServer, { delay: delayMs })]
}

async function serverMarks(doc: Text, scriptLanguage: ScriptLanguage): Promise<Diagnostic[]> {
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
