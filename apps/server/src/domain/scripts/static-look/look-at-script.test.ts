import { expect, test } from 'vitest'
import { lookAtScript } from './look-at-script.ts'

const findings = (text: string, fileName = 'script.js') => lookAtScript(text, fileName).findings
const found = (text: string, fileName?: string) =>
  findings(text, fileName).map(({ kind, line, name, meant, count }) => [kind, line, name, meant || count])

test('misspelt functions are found with their lines, and a similar one is named', () => {
  expect(found('device.tpa(1, 2)\n\necloud.getDtaa({})\nconst { swpie } = device\nslep(20)')).toEqual([
    ['unknown', 1, 'device.tpa', 'device.tap'],
    ['unknown', 3, 'ecloud.getDtaa', 'ecloud.getData'],
    ['unknown', 4, 'device.swpie', 'device.swipe'],
    ['unknown', 5, 'slep', 'sleep'],
  ])
  expect(found('device.somethingElse()')).toEqual([['unknown', 1, 'device.somethingElse', 0]])
})

test('wrong numbers of arguments are found where they are sure', () => {
  expect(found('device.tap(1)\ndevice.tap(...at)\ndevice.size(1, 2)\nlogi(1, 2, 3, 4)')).toEqual([
    ['tooFew', 1, 'device.tap', 2],
    ['tooMany', 3, 'device.size', 0],
  ])
})

test('the script’s own names and names of JavaScript are no findings', () => {
  expect(
    found('function run(device) { device.tpa() }\nfunction slep() {}\nslep()\nparseInt("1")\nescape("1")'),
  ).toEqual([])
  expect(found('device.toString()')).toEqual([])
})

test('TypeScript is read without its types, on the same lines', () => {
  expect(
    found(
      'interface At {\n  x: number\n}\nconst at: At = { x: 1 }\ndevice.tpa(at.x as number, 2)',
      'script.ts',
    ),
  ).toEqual([['unknown', 5, 'device.tpa', 'device.tap']])
  expect(findings('const = 1')).toMatchObject([{ kind: 'syntax', line: 1 }])
})

test('what a script needs is known by call and line, also through names and for words of any language', () => {
  const { uses, asked } = lookAtScript(
    "const { ocr } = device\ndevice['clipboard']()\ndevice.type('你好')\ndevice.type('hello')\nif (device.can('pinch')) device.pinch({ scale: 2 })",
    'script.js',
  )
  expect(uses).toEqual([
    { capability: 'ocr', call: 'device.ocr', line: 1 },
    { capability: 'clipboard', call: 'device.clipboard', line: 2 },
    { capability: 'typing', call: 'device.type', line: 3 },
    { capability: 'unicodeTyping', call: 'device.type', line: 3 },
    { capability: 'pinch', call: 'device.pinch', line: 5 },
  ])
  expect([...asked]).toEqual(['pinch'])
})

test('modules and types are needs that a script cannot ask for at run time', () => {
  const { uses, asked } = lookAtScript(
    "import { one } from 'one'\nimport 'two'\nexport const both = device.can('modules') && device.can(one as Name)",
    'script.ts',
  )
  expect(uses).toEqual([
    { capability: 'modules', call: 'import', line: 1 },
    { capability: 'typescript', call: 'TypeScript', line: 3 },
    { capability: 'modules', call: 'export', line: 3 },
  ])
  expect([...asked]).not.toContain('modules')
  expect(lookAtScript("const load = () => import('one')", 'script.js').uses).toMatchObject([
    { call: 'import' },
  ])
  expect(lookAtScript("import type { One } from 'one'\nlogi(1)", 'script.ts').uses).toMatchObject([
    { capability: 'typescript', line: 1 },
  ])
})
