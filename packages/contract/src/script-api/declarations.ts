import { type ScriptObject, scriptObjects } from '../script-api.ts'
import {
  type DescribedCall,
  type DescribedField,
  describeApi,
  parameters,
  type ScriptApiTexts,
} from './describe.ts'

/** The types of all functions of scripts, for editors: a file `.d.ts` with descriptions in one language. */
export function scriptDeclarations(texts: ScriptApiTexts): string {
  const { calls, types } = describeApi(texts)
  const shapes = [...types.values()].map(({ name, fields, hasMore, alias }) => {
    if (alias) return `type ${name} = ${alias}`
    return [
      `interface ${name} {`,
      ...fields.flatMap((field) => [
        ...comment('  ', field.text),
        `  ${field.name}${field.isOptional ? '?' : ''}: ${field.type}`,
      ]),
      ...(hasMore ? ['  [name: string]: unknown'] : []),
      '}',
    ].join('\n')
  })
  const of = (object: ScriptObject) => calls.filter((call) => call.object === object)
  const globals = of('').map((call) =>
    [...documentation('', call), `declare function ${call.name}(${parameters(call)}): ${call.result}`].join(
      '\n',
    ),
  )
  const objects = scriptObjects.filter(Boolean).map((object) => {
    const type = typeOfObject(object)
    const methods = of(object).flatMap((call) => [
      ...documentation('  ', call),
      `  ${call.name}(${parameters(call)}): ${call.result}`,
    ])
    return `interface ${type} {\n${methods.join('\n')}\n}\ndeclare const ${object}: ${type}`
  })
  return `${[...shapes, ...globals, ...objects].join('\n\n')}\n`
}

/** The name of an object's type: `DeviceFunctions`. */
export const typeOfObject = (object: string): string =>
  `${object.slice(0, 1).toUpperCase()}${object.slice(1)}Functions`

function documentation(indent: string, call: DescribedCall): string[] {
  const described = (field: DescribedField) => field.text && `@param ${field.name} ${field.text}`
  return comment(
    indent,
    [call.text, ...call.args.map(described), '@example', call.example].filter(Boolean).join('\n'),
  )
}

function comment(indent: string, text: string): string[] {
  if (!text) return []
  const lines = text.replaceAll('*/', '*​/').split('\n')
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}
