import type { Completion } from '@codemirror/autocomplete'
import { scriptObjects } from '@fleetdeck/contract/script-api'
import { argumentNames, type DescribedCall } from '@fleetdeck/contract/script-api/describe'
import { currentLanguage } from '../../ground/language.ts'
import styles from './code.module.css'
import { describedApi } from './described-api.ts'

const objects: Completion[] = scriptObjects.filter(Boolean).map((label) => ({ label, type: 'namespace' }))

/** The functions of the sandbox, which are described with examples. */
export const memberOfObject = new RegExp(`\\b(${scriptObjects.filter(Boolean).join('|')})\\.\\w*$`)

/** What the editor suggests after an object's name, and anywhere else ('' with the objects). */
export function completionsOf(object: string): Completion[] {
  const { calls } = describedApi(currentLanguage())
  const functions = calls.filter((call) => call.object === object).map(toCompletion)
  return object ? functions : [...objects, ...functions]
}

function toCompletion(call: DescribedCall): Completion {
  const result = call.result === 'void' ? '' : ` → ${call.result}`
  return {
    label: call.name,
    detail: `(${argumentNames(call)})${result}`,
    type: 'function',
    info: () => describe(call),
  }
}

/** The text, arguments and example of a call beside the list. */
function describe({ text, args, example }: DescribedCall): HTMLElement {
  const box = document.createElement('div')
  box.className = styles.hint ?? ''
  const add = (tag: string, content: string) => {
    const part = document.createElement(tag)
    part.textContent = content
    box.append(part)
  }
  add('p', text)
  for (const { name, text: meaning } of args) if (meaning) add('p', `${name}: ${meaning}`)
  add('pre', example)
  return box
}
