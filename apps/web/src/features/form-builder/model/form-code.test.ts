import path from 'node:path'
import { FormDocument, widgets } from '@fleetdeck/contract/forms'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { generateCode } from './form-code.ts'
import {
  emptyForm,
  type FormItem,
  fieldsIn,
  fromDocument,
  newButton,
  newField,
  newRow,
  toDocument,
} from './form-items.ts'
import {
  cloneItem,
  findItem,
  findPlace,
  stepFrom,
  withItemChanged,
  withItemInserted,
  withItemMoved,
  withoutItem,
} from './item-tree.ts'
import { optionLines, parseOptions } from './option-lines.ts'

const words = { submit: 'Submit', reset: 'Reset' }
const evil = '"/>{alert(1)}</script><!-- $' + "{process.exit(1)} `\u2028\\ */ '"

/** Every kind of input twice: plain, and with text that tries to break out of its literal. */
function everything() {
  const taken = new Set<string>()
  const fields = widgets.flatMap((widget) =>
    [false, true].map((isEvil) => {
      const field = newField(widget, isEvil ? evil : widget, taken)
      taken.add(field.field)
      const injected = { placeholder: evil, help: evil, required: true, patternMessage: evil, span: 12 }
      return isEvil
        ? { ...field, ...injected, pattern: '^["</script>`$]{0,9}$', minimum: 1, maximum: 9 }
        : field
    }),
  )
  const row = { ...newRow(), children: [newButton(evil), { ...newRow(), children: fields.slice(20) }] }
  const settings = { ...emptyForm.settings, labelPosition: 'right' as const }
  return { title: evil, settings, items: [...fields.slice(0, 20), row] as FormItem[] }
}

/** The compiler's errors for a file next to this one. */
function compileErrors(code: string): string[] {
  const root = path.resolve(import.meta.dirname, '../../../../../..')
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const name = path.join(import.meta.dirname, 'generated-form.tsx')
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (file) => file === name || fileExists(file)
  host.readFile = (file) => (file === name ? code : readFile(file))
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(file, code, ts.ScriptTarget.ES2024, true)
      : getSourceFile(file, ...rest)
  const program = ts.createProgram([name], { ...options, types: [] }, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(name))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('the code of a form with every kind of input compiles, whatever its texts contain', {
  timeout: 120_000,
}, () => {
  const document = toDocument(everything())
  expect(FormDocument.safeParse(document).error?.issues).toBeUndefined()
  const code = generateCode(document, words)
  expect(code).not.toMatch(/<\/script|<!--/)
  expect(compileErrors(code)).toEqual([])
  const calls = /alert\(1\)|process\.exit/
  const outsideTexts = code.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  expect(outsideTexts).not.toMatch(calls)
})

test('a form is unchanged after conversion to JSON Schema and back', () => {
  const form = everything()
  const document = toDocument(form)
  expect(toDocument(fromDocument(JSON.parse(JSON.stringify(document))))).toEqual(document)
  expect(document.properties.select1).toMatchObject({ type: 'string', enum: ['1', '2'] })
})

test('parts are inserted, moved through rows, copied and removed; invalid moves are refused', () => {
  const [a, b] = [newField('input', 'A', new Set()), newField('date', 'B', new Set())]
  const row = { ...newRow(), children: [b] }
  const items: FormItem[] = [a, row]
  expect(stepFrom(items, a.id, 1)).toEqual({ rowId: row.id, index: 0 })
  const inside = withItemMoved(items, a.id, { rowId: row.id, index: 0 }) ?? []
  expect(findPlace(inside, a.id)).toEqual({ rowId: row.id, index: 0 })
  expect(stepFrom(inside, a.id, -1)).toEqual({ rowId: undefined, index: 0 })
  expect(withItemMoved(items, row.id, { rowId: row.id, index: 0 })).toBeUndefined()
  const four = [1, 2, 3].reduce<FormItem>((inner) => ({ ...newRow(), children: [inner] }), a)
  expect(withItemInserted([], four, { rowId: undefined, index: 0 })).toHaveLength(1)
  expect(withItemInserted(items, four, { rowId: row.id, index: 0 })).toBeUndefined()
  const twice = [...items, cloneItem(row, items)]
  expect(new Set(fieldsIn(twice).map(({ field }) => field)).size).toBe(3)
  expect(fieldsIn(withoutItem(items, row.id))).toEqual([a])
  expect(findItem(withItemChanged(items, b.id, { span: 6 }), b.id)).toMatchObject({ span: 6 })
})

test('options are written as lines, those of a cascader with indentation', () => {
  const text = 'eu=Europe\n  it=Italy\n    Rome\n  no=Norway\nasia=Asia'
  expect(optionLines(parseOptions(text, true))).toBe(text)
  expect(parseOptions('  a=b=c\n\nd', false)).toEqual([
    { const: 'a', title: 'b=c' },
    { const: 'd', title: 'd' },
  ])
})
