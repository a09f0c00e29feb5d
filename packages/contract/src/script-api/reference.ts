import { type ScriptObject, scriptObjects } from '../script-api.ts'
import { capabilities } from './capabilities.ts'
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
  const named = capabilities.map((name) => `- \`${name}\`: ${texts.capabilities[name]}`).join('\n')
  return `${[page.intro, ...sections, `## ${page.capabilities}\n\n${named}`].join('\n\n')}\n`
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
