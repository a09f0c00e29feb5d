import { type ScriptObject, scriptObjects } from '../script-api.ts'
import { capabilities, capabilitySupport } from './capabilities.ts'
import {
  type DescribedApi,
  type DescribedCall,
  type DescribedField,
  describeApi,
  type ScriptApiTexts,
  signature,
} from './describe.ts'

/** What surrounds the calls on the page of one language. */
export interface ReferenceTexts extends ScriptApiTexts {
  page: {
    /** Written by hand: what holds for all scripts, with its title. */
    intro: string
    /** Above the calls of an object, with its heading. */
    objects: Readonly<Record<ScriptObject, string>>
    capabilities: string
    /** The table of where each capability works. */
    support: Readonly<
      Record<'simulated' | 'adb' | 'scrcpy' | 'http' | 'always' | 'never' | 'reported' | 'from', string> &
        Record<'notes', Readonly<Record<'ocr' | 'adbKeyboard' | 'cable', string>>>
    >
    needs: string
  }
}

/** docs/script-api.md in one language. */
export function scriptReference(texts: ReferenceTexts): string {
  const api = describeApi(texts)
  const { page } = texts
  const sections = scriptObjects.map((object) => {
    const calls = api.calls.filter((call) => call.object === object)
    return `## ${page.objects[object]}\n\n${calls.map((call) => entry(call, api, page.needs)).join('\n\n')}`
  })
  return `${[page.intro, ...sections, `## ${page.capabilities}`, supportTable(texts)].join('\n\n')}\n`
}

/** Each capability by driver, with the lowest version of Android. */
function supportTable({ capabilities: named, page: { support } }: ReferenceTexts): string {
  const from = (version: number | undefined) =>
    version === undefined ? support.never : support.from.replace('{0}', () => String(version))
  const rows = capabilities.map((name) => {
    const { adb, scrcpy, note } = capabilitySupport[name]
    const text = note === undefined ? named[name] : `${named[name]} (${support.notes[note]})`
    return [`\`${name}\``, text, support.always, from(adb), from(scrcpy), support.reported]
  })
  const head = ['', '', support.simulated, support.adb, support.scrcpy, support.http]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function entry(call: DescribedCall, { types }: DescribedApi, needs: string): string {
  const result = call.result === 'void' ? '' : ` → \`${call.result}\``
  const fields = [
    ...call.args.filter(({ text }) => text).map((field) => line('-', field)),
    ...call.types.flatMap((name) => {
      const type = types.get(name)
      const described = type?.fields ?? []
      if (type?.alias) return [`- \`${name}\`: \`${type.alias}\``]
      return described.length > 0 ? [`- \`${name}\`: ${described.map(inner).join(', ')}`] : []
    }),
  ]
  const needed = call.needs.map((name) => `\`${name}\``).join(', ')
  return [
    `### \`${signature(call)}\`${result}`,
    [call.text, needed && `(${needs.replace('{0}', needed)})`].filter(Boolean).join(' '),
    fields.join('\n'),
    `\`\`\`js\n${call.example}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const line = (mark: string, { name, text }: DescribedField) => `${mark} \`${name}\`: ${text}`
const inner = ({ name, isOptional, text }: DescribedField) =>
  `\`${name}${isOptional ? '?' : ''}\`${text ? ` (${text})` : ''}`
