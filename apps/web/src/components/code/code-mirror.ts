import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { syntaxHighlighting } from '@codemirror/language'
import { MergeView } from '@codemirror/merge'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { oneDarkHighlightStyle } from '@codemirror/theme-one-dark'
import { EditorView } from '@codemirror/view'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import { basicSetup } from 'codemirror'
import { inBackground } from '../../api/feedback.ts'
import { editorPhrases } from './editor-phrases.ts'
import { completionsOf, memberOfObject } from './script-completions.ts'
import { scriptLint } from './script-lint.ts'
import { loadModule } from './types/load-module.ts'
import { readTypes } from './types/read-types.ts'
import { TypeClient } from './types/type-client.ts'
import { typedScript } from './types/typed-script.ts'

/** From 1. */
export interface EditorPlace {
  line: number
  column?: number
}

export interface EditorOptions {
  parent: HTMLElement
  text: string
  /** Its name for screen readers. */
  label: string
  isDark: boolean
  language?: ScriptLanguage
  onChange?: (text: string) => void
  /** Types cannot be checked here; the rest works. */
  onTypesFailed?: () => void
  /** Selected and scrolled to, from 1. */
  line?: number | undefined
}

function complete(context: CompletionContext): CompletionResult | null {
  const member = context.matchBefore(memberOfObject)
  if (member) {
    const dot = member.text.indexOf('.')
    return { from: member.from + dot + 1, options: completionsOf(member.text.slice(0, dot)) }
  }
  const word = context.matchBefore(/\w+$/)
  if (!word && !context.explicit) return null
  return { from: word?.from ?? context.pos, options: completionsOf('') }
}

const theme = (isDark: boolean): Extension => [
  ...(isDark ? [syntaxHighlighting(oneDarkHighlightStyle)] : []),
  EditorView.theme(
    {
      '&': { height: '100%', fontSize: '13px' },
      '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
      ...(isDark && {
        '&, .cm-gutters': { backgroundColor: '#141414', color: '#e6e6e6' },
        '.cm-content': { caretColor: '#ffffff' },
        '.cm-cursor': { borderLeftColor: '#ffffff' },
        '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: '#ffffff14' },
        '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
          backgroundColor: '#1d4f80 !important',
        },
        '.cm-tooltip': { backgroundColor: '#1f1f1f', color: '#e6e6e6' },
      }),
    },
    { dark: isDark },
  ),
]

function highlighting(language: ScriptLanguage): Extension {
  const support = javascript({ typescript: language === 'ts' })
  return [support, support.language.data.of({ autocomplete: complete })]
}
/** For writing: with types, and marks of the compiler and of the server. */
const written = (language: ScriptLanguage, types: TypeClient): Extension => [
  highlighting(language),
  typedScript(types, language),
  scriptLint(types, language),
]
const script: Extension = [basicSetup, autocompletion()]

/** Selects a line, or moves to a column in it. */
function goTo(view: EditorView, { line, column }: EditorPlace): void {
  const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
  const at = column === undefined ? undefined : Math.min(from + column - 1, to)
  view.dispatch({
    selection: { anchor: at ?? from, head: at ?? to },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  })
  view.focus()
}

/** @returns functions to change its text, language and colours, to move in it, and to destroy it */
export function openEditor({ parent, text, label, isDark, language = 'js', line, ...on }: EditorOptions) {
  const colours = new Compartment()
  const grammar = new Compartment()
  // Escape closes popups of the editor, not the surrounding drawer.
  const keepInside = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.stopPropagation()
  }
  parent.addEventListener('keydown', keepInside)
  const types = new TypeClient({ loadModule, onFailed: () => on.onTypesFailed?.() })
  inBackground(readTypes().then((setup) => types.start(setup)))
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      script,
      grammar.of(written(language, types)),
      EditorState.phrases.of(editorPhrases()),
      colours.of(theme(isDark)),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) on.onChange?.(update.state.doc.toString())
      }),
    ],
  })
  if (line !== undefined) goTo(view, { line })
  return {
    setText: (next: string) => {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
    },
    setLanguage: (next: ScriptLanguage) =>
      view.dispatch({ effects: grammar.reconfigure(written(next, types)) }),
    goTo: (place: EditorPlace) => goTo(view, place),
    setDark: (dark: boolean) => view.dispatch({ effects: colours.reconfigure(theme(dark)) }),
    close: () => {
      parent.removeEventListener('keydown', keepInside)
      types.close()
      view.destroy()
    },
  }
}

/** Two texts side by side with marked differences; both are read-only. */
export function openComparison(parent: HTMLElement, texts: [string, string], isDark: boolean) {
  const still = [
    script,
    javascript({ typescript: true }),
    EditorState.phrases.of(editorPhrases()),
    theme(isDark),
    EditorState.readOnly.of(true),
    EditorView.lineWrapping,
  ]
  const [before, after] = texts
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: still },
    b: { doc: after, extensions: still },
    collapseUnchanged: { margin: 3, minSize: 6 },
  })
  return { close: () => view.destroy() }
}

/** Read-only TypeScript; it can be selected and searched. */
export function openView({ parent, text, label, isDark, line }: EditorOptions) {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      basicSetup,
      javascript({ typescript: true, jsx: true }),
      EditorState.phrases.of(editorPhrases()),
      theme(isDark),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ],
  })
  if (line !== undefined) goTo(view, { line })
  return { close: () => view.destroy() }
}
