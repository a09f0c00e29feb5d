import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  callPath,
  functionsOf,
  scriptBuiltins,
  scriptCalls,
  scriptObjects,
} from '@fleetdeck/contract/script-api'
import type { ScriptCall } from '@fleetdeck/contract/script-api/call'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Cli } from './testing/cli.ts'

vi.setConfig({ testTimeout: 120_000 })
const exec = promisify(execFile)
const tsc = path.resolve(import.meta.dirname, '../../../node_modules/tsc7/bin/tsc')
/** The sandbox has exactly these. */
const globals = [...scriptBuiltins, ...functionsOf(''), ...scriptObjects.filter(Boolean)]

let cli: Cli
beforeAll(async () => {
  cli = await Cli.create()
  await cli.run('init', '--typescript')
})
afterAll(() => cli.close())

const check = (config = 'tsconfig.json') =>
  exec(process.execPath, [tsc, '-p', path.join(cli.folder, config)]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )

test('every example and every global of scripts is right in strict TypeScript, and nothing else is there', async () => {
  for (const object of scriptObjects)
    for (const [name, { example }] of Object.entries<ScriptCall>(scriptCalls[object]))
      await cli.write(`example-${callPath(object, name)}.ts`, example)
  await cli.write('globals.ts', globals.map((name) => `void ${name}`).join('\n'))
  await cli.write(
    'used.ts',
    `const { searchParams } = new URL('?a=1', 'https://example.org')
for (const [name, value] of searchParams) logi(name.toUpperCase(), value.toUpperCase())
const bytes: Uint8Array = new TextEncoder().encode(atob(btoa(crypto.randomUUID())))
const text: string = new TextDecoder('gbk').decode(crypto.getRandomValues(new Uint8Array(4)))
const copy: Map<string, Date> = structuredClone(new Map([[text, new Date()]]))
const sign = async (): Promise<ArrayBuffer> => {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign'])
  return crypto.subtle.sign(hmac, key, bytes)
}
queueMicrotask(() => logi(copy.size, performance.now(), site.timeZone))
await sign()`,
  )
  expect(await check()).toBe('')
  const foreign = ['document', 'window', 'fetch', 'process', 'require', 'Buffer', 'WebSocket', 'localStorage']
  await cli.write('foreign.ts', foreign.map((name) => `void ${name}`).join('\n'))
  expect((await check()).match(/foreign\.ts\(\d+,6\): error/g)).toHaveLength(foreign.length)
})

test('the examples of the docs are right in strict TypeScript, those in JavaScript too', async () => {
  const docs = path.resolve(import.meta.dirname, '../../../docs/examples')
  const names = [
    ...(await readdir(path.join(docs, 'scripts'))).map((name) => `scripts/${name}`),
    'data-demo.js',
  ]
  await mkdir(path.join(cli.folder, 'examples'))
  for (const name of names)
    await cli.write(`examples/${path.basename(name)}`, await readFile(path.join(docs, name), 'utf8'))
  // They import scripts of the library by their names.
  const compilerOptions = { paths: { '*': ['./examples/*'] } }
  const include = ['fleetdeck.d.ts', 'examples']
  await cli.write('examples.json', JSON.stringify({ extends: './tsconfig.json', compilerOptions, include }))
  expect(await check('examples.json')).toBe('')
  await cli.write('examples/wrong.js', 'device.tap(1)')
  expect(await check('examples.json')).toMatch(/wrong\.js\(1,8\): error/)
})

test('every global that the types declare is there', async () => {
  const types = await cli.read('fleetdeck.d.ts')
  const declared = [...types.matchAll(/^declare (?:function|const|class) (\w+)/gm)].map(([, name]) => name)
  const ofTests = ['test', 'expect']
  expect([...new Set(declared)].filter((name) => ![...globals, ...ofTests].includes(name ?? ''))).toEqual([])
})
