import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { ScriptProcess, type ScriptSource } from './script-process.ts'

const limits = { timeoutSeconds: 20, memoryMegabytes: 64, stackKilobytes: 512 }
const host: ScriptSource['host'] = async (name) => {
  throw new Error(`${name} failed`)
}
const run = (source: string, fileName = 'main.js', modules: ScriptSource['modules'] = []) =>
  new ScriptProcess({ source, fileName, modules, limits, task: {}, host }).ended
const stackOf = async (...args: Parameters<typeof run>) => {
  const end = await run(...args)
  return 'exception' in end ? end.exception?.stack : undefined
}

test('a script imports modules, waits on its top level and exports its result', async () => {
  const modules = [
    {
      name: './lib/sum.js',
      fileName: 'lib/sum.js',
      source: `import { one } from './one.js'\nexport const sum = (a) => a + one`,
    },
    { name: './lib/one.js', fileName: 'lib/one.js', source: 'export const one = 1' },
  ]
  const source = `import { sum } from './lib/sum.js'
    const late = await new Promise((resolve) => setTimeout(() => resolve(40), 1))
    const { one } = await import('./lib/one.js')
    export default Promise.resolve({ sum: sum(late) + one })`
  expect(await run(source, 'main.js', modules)).toEqual({ state: 'succeeded', msg: '{"sum":42}' })
  expect(await run('export const unused = 1')).toEqual({ state: 'succeeded', msg: '' })
})

test('a module that the script does not have is an error with its name and line', async () => {
  const missing = 'the module “./gone.js” is not part of this script (main.js:2)'
  expect(await run(`\nimport './gone.js'`)).toMatchObject({ cause: 'exception', msg: `Error: ${missing}` })
  expect(
    await run(
      `\nimport('./gone.js').catch((error) => { logd })\nimport('./gone.js').then(() => 0, (error) => error.message)`,
    ),
  ).toMatchObject({
    msg: missing,
  })
})

test('errors of modules fail the run, also after they have waited', async () => {
  expect(await run(`export {}; throw new TypeError('first')`)).toMatchObject({ msg: 'TypeError: first' })
  expect(await run(`export {}; await null; throw new TypeError('late')`)).toMatchObject({
    msg: 'TypeError: late',
  })
  expect(await run(`export default Promise.reject(new TypeError('result'))`)).toMatchObject({
    msg: 'TypeError: result',
  })
  expect(
    await stackOf(`import { buy } from './buy.js'\nbuy()`, 'main.js', [
      { name: './buy.js', fileName: 'buy.js', source: `export function buy() {\n  device.shell('x')\n}` },
    ]),
  ).toMatch(/at buy \(buy\.js:2/)
})

test('types are removed; lines and columns remain', async () => {
  expect(await run('const size: number = 2\ninterface A { b: string }\nsize * 2', 'main.ts')).toEqual({
    state: 'succeeded',
    msg: '4',
  })
  const typed = `type Shop = { open: boolean }\nfunction buy(shop: Shop): void {\n  if (shop.open) throw new Error('closed')\n}\nbuy({ open: true })`
  expect(await stackOf(typed, 'main.ts')).toMatch(/at buy \(main\.ts:3:\d+\)[\s\S]*main\.ts:5:/)
  expect(
    await run(`import { two } from './two'\nexport default two satisfies number`, 'main.mts', [
      { name: './two', fileName: 'two.ts', source: 'export const two: number = 2' },
    ]),
  ).toEqual({ state: 'succeeded', msg: '2' })
})

test('TypeScript that is more than types is refused with its reason', async () => {
  expect(await run('let a = 1\nenum Colour { red }', 'main.ts')).toMatchObject({
    state: 'failed',
    cause: 'exception',
    msg: 'SyntaxError: TypeScript enum is not supported in strip-only mode (main.ts:2)',
  })
})

test('the stack of a built script names the original file and line', async () => {
  const original = `function buy(): void {\n  throw new Error('closed')\n}\nbuy()`
  const built = stripTypeScriptTypes(original, { mode: 'transform', sourceMap: true, sourceUrl: 'shop.ts' })
  const source = `/* built */ ${built.replace(/\/\/# sourceURL=.*/, '')}`
  expect(source).toContain('sourceMappingURL=data:')
  expect(await stackOf(source, 'built.js')).toMatch(/at buy \(shop\.ts:2:\d+\)/)
  expect(await stackOf(`throw new Error('x')\n//# sourceMappingURL=data:application/json,%7Bbroken`)).toMatch(
    /main\.js:1/,
  )
})
