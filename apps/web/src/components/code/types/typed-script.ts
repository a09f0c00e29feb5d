import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { hoverTooltip, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import styles from '../code.module.css'
import { memberOfObject } from '../script-completions.ts'
import type { ScriptText, TypeNote, TypeSignature } from './protocol.ts'
import type { TypeClient } from './type-client.ts'

/** After the last keystroke or move. */
const signatureDelayMs = 150

type AskedText = (state: EditorState) => ScriptText

/** Completions of members, descriptions at the pointer, and arguments while they are typed, all from the types. */
export function typedScript(types: TypeClient, language: ScriptLanguage): Extension {
  const textIn: AskedText = ({ doc }) => ({ text: doc.toString(), language })
  // The editor compares sources by their identity.
  const completed = [{ autocomplete: (context: CompletionContext) => complete(types, textIn, context) }]
  return [
    EditorState.languageData.of(() => completed),
    hoverTooltip(async (view, at): Promise<Tooltip | null> => {
      const { state } = view
      const hint = await types.ask(textIn(state), 'hint', at)
      if (!hint || view.state.doc !== state.doc) return null
      return { pos: hint.from, end: hint.to, above: true, create: () => ({ dom: noteBox(hint) }) }
    }),
    signatures(types, textIn),
  ]
}

async function complete(
  types: TypeClient,
  textIn: AskedText,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const { state, pos } = context
  if (context.matchBefore(memberOfObject)) return null
  const word = context.matchBefore(/[\w$]*$/)
  const from = word?.from ?? pos
  const before = state.sliceDoc(from - 1, from)
  if (!context.explicit && !/[.'"{,]/.test(before) && from === pos) return null
  const script = textIn(state)
  const found = await types.ask(script, 'completions', pos)
  if (!found || found.length === 0) return null
  const options = found.map(
    ({ name, kind, sortText }): Completion => ({
      ...{ label: name, type: iconOf(kind), sortText },
      info: async () => {
        const note = await types.ask(script, 'details', { at: pos, name })
        return note ? noteBox(note) : null
      },
    }),
  )
  return { from, options, validFor: /^[\w$]*$/ }
}

/** The names of the editor's icons. */
function iconOf(kind: string): string {
  if (kind === 'method' || kind === 'function') return 'function'
  if (kind === 'string') return 'text'
  return ['class', 'interface', 'type', 'enum'].includes(kind) ? kind : 'property'
}

function element(tag: string, content: string): HTMLElement {
  const part = document.createElement(tag)
  part.textContent = content
  return part
}

function noteBox({ code, text }: TypeNote): HTMLElement {
  const box = document.createElement('div')
  box.className = styles.tooltip ?? ''
  box.append(element('code', code), ...(text ? [element('p', text)] : []))
  return box
}

function signatureBox({ parts: [before, argument, after], text }: TypeSignature): HTMLElement {
  const box = document.createElement('div')
  box.className = styles.tooltip ?? ''
  const code = element('code', before)
  code.append(element('mark', argument), after)
  box.append(code, ...(text ? [element('p', text)] : []))
  return box
}

const showSignature = StateEffect.define<Tooltip | null>()
const signatureField = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(showSignature)) return effect.value
    return shown && transaction.docChanged ? { ...shown, pos: transaction.changes.mapPos(shown.pos) } : shown
  },
  provide: (field) => showTooltip.from(field),
})

/** The arguments of the call in which the cursor is, once something is typed there. */
function signatures(types: TypeClient, textIn: AskedText): Extension {
  const asking = ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const { state } = view
      const at = state.selection.main.head
      const found = view.hasFocus ? await types.ask(textIn(state), 'signature', at) : null
      if (view.state.doc !== state.doc || view.state.selection.main.head !== at) return
      const tooltip: Tooltip | null = found
        ? { pos: at, above: true, create: () => ({ dom: signatureBox(found) }) }
        : null
      if (tooltip || state.field(signatureField)) view.dispatch({ effects: showSignature.of(tooltip) })
    }
    return {
      update({ docChanged, selectionSet, focusChanged, state }: ViewUpdate) {
        const isShown = state.field(signatureField) !== null
        if (!docChanged && !(isShown && (selectionSet || focusChanged))) return
        clearTimeout(timer)
        timer = setTimeout(() => void ask(), signatureDelayMs)
      },
      destroy: () => clearTimeout(timer),
    }
  })
  return [signatureField, asking]
}
