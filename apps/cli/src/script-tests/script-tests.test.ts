import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { callPath, functionsOf, scriptObjects } from '@fleetdeck/contract/script-api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Cli } from '../testing/cli.ts'

const exec = promisify(execFile)
// A server and phones start for each command.
vi.setConfig({ testTimeout: 240_000 })
let cli: Cli
beforeEach(async () => {
  cli = await Cli.create()
  await cli.run('init')
})
afterEach(() => cli.close())

interface Line {
  name: string
  state: string
  file: string
  failure?: { message: string; line: number }
  logs: { msg: string }[]
}
const linesOf = (out: string) =>
  new Map(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .map((line) => [line.name, line]),
  )

describe('fleetdeck test', () => {
  test('runs the example of a new folder, and leaves nothing behind', async () => {
    const ended = await cli.run('test')
    expect(ended).toMatchObject({ code: 0 })
    expect(ended.out).toMatch(/^✔ counter.test.js › the counter adds the goal, and the fleet counts it/)
    expect(ended.err).toMatch(/1 succeeded, 0 failed\n$/)
    expect(await temporaryFolders()).toEqual([])
  })

  test('shows findings of the scripts that tests run, and fails because of them only with --strict', async () => {
    await cli.write('odd.js', "if (false) device.tpa(1, 2)\nlogi('done')")
    await cli.write(
      'odd.test.js',
      `test('runs', async ({ run }) => expect((await run('odd.js')).state).toBe('succeeded'))`,
    )
    const ended = await cli.run('test', 'odd')
    expect(ended.code).toBe(0)
    expect(ended.out).toMatch(/▲ odd\.js:1:12 device\.tpa does not exist\. Did you mean device\.tap\?\n$/)
    expect(ended.err).toMatch(/1 succeeded, 0 failed, 1 warning\n$/)
    expect((await cli.run('test', 'odd', '--strict', '--json')).code).toBe(1)
  })

  test('says of a failed test what was expected, in which line, and what the run logged', async () => {
    await cli.write(
      'sell.js',
      `logw('only', ecloud.getTaskInfo().valueJson.left, 'left'); throw new Error('sold out')`,
    )
    await cli.write(
      'sell.test.js',
      `test('sells', async ({ run, phone, data }) => {
  const sold = await run('sell.js', { params: { left: '2' } })
  expect(sold).toHaveLogged('only 2 left')
  expect(sold).toHaveLogged(/only \\d/)
  expect(sold.error).toMatch(/sold out/)
  expect(await phone.color(5, 5)).toMatch(/^#[0-9a-f]{6}$/)
  expect(sold.state).toBe('succeeded')
})
test('has data of its own', async ({ data, phone, run }) => {
  await expect(data.getData({ groupName: 'accounts' })).rejects.toThrow(/accounts/)
  expect(await data.addData({ groupName: 'accounts', dataName: 'a', content: 'x' })).toBeGreaterThan(0)
  expect(await data.getData({ groupName: 'accounts' })).toMatchObject([{ name: 'a', content: 'x' }])
  await data.dynamicCreateTable({ tableName: 'T', tableNameEn: 't', columns: [{ columnInfo: 'N', columnName: 'n', columnSize: 9 }] })
  await data.dynamicAdd({ tableNameEn: 't', columns: { n: '1' } })
  expect((await data.dynamicQuery({ tableNameEn: 't' })).result.data).toMatchObject([{ n: '1' }])
})
test('still has data of its own', async ({ data }) => {
  await expect(data.getData({ groupName: 'accounts' })).rejects.toThrow(/accounts/)
  expect({ a: [1, 2] }).toEqual({ a: [1, 3] })
})
test('shows a screen', async ({ phone, addPhone }) => {
  const { width, height } = await phone.size()
  await expect(phone).toHaveScreenSize(width, height)
  expect((await phone.screenshot({ scale: 50 })).width).toBe(width / 2)
  await expect(phone).toHaveColor(5, 5, await phone.color(5, 5))
  await expect(phone).not.toShowText('no such text')
  const other = await addPhone()
  expect(other.number).not.toBe(phone.number)
  await other.launch('counter')
  await expect(other).toShowElement('plus')
  await expect(phone).toShowElement('plus')
})
test('hangs', { seconds: 2 }, async () => { for (;;); })
test('after one that hangs', async ({ run }) => {
  await expect(run('none.js')).rejects.toThrow('none.js does not exist')
})`,
    )
    const ended = await cli.run('test', 'sell', '--json', '--junit', 'results/junit.xml')
    expect(ended.code).toBe(1)
    const lines = linesOf(ended.out)
    expect(lines.get('sells')).toMatchObject({
      state: 'failed',
      file: 'sell.test.js',
      failure: { line: 7, message: expect.stringMatching(/expected 'failed' to be 'succeeded'/) },
    })
    expect(lines.get('sells')?.logs.map(({ msg }) => msg)).toContain('only 2 left')
    expect(lines.get('has data of its own')).toMatchObject({ state: 'succeeded' })
    expect(lines.get('still has data of its own')?.failure).toMatchObject({
      line: 19,
      message: expect.stringMatching(/- {5}2\n\+ {5}3/),
    })
    expect(lines.get('shows a screen')?.failure).toMatchObject({
      line: 31,
      message: expect.stringMatching(
        /^expected the screen to have the element “plus”, but it shows “home:id/,
      ),
    })
    expect(lines.get('hangs')?.failure?.message).toBe('The test has not ended within 2 s')
    expect(lines.get('after one that hangs')).toMatchObject({ state: 'succeeded' })
    const junit = await cli.read('results/junit.xml')
    expect(junit).toMatch(/<testsuite name="sell.test.js" tests="6" failures="4" skipped="0"/)
    expect(junit).toMatch(/<testcase classname="sell" name="sells"/)
    expect(junit).toMatch(/at sell.test.js:7/)
    // It is well-formed XML.
    await exec('python3', [
      '-c',
      'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])',
      path.join(cli.folder, 'results/junit.xml'),
    ])
  })

  test('phones of tests find elements as scripts do, and have every function of device', async () => {
    await cli.write(
      'screen.test.ts',
      `test('uses elements', async ({ phone }) => {
  await phone.launch('counter')
  const plus = await phone.waitFor({ id: 'plus', clickable: true, textMatches: /^.?$/ })
  await plus.tap()
  await plus.tap({ human: true, seed: 1 })
  expect(Object.keys(plus)).not.toContain('tap')
  await phone.tapOn('#plus')
  await expect(phone).toShowText('3')
  const above = await plus.parent()
  expect((await above?.children())?.map(({ id }) => id)).toContain('counter:id/plus')
  await phone.launch('notes')
  const page = await phone.waitFor({ className: 'EditText' })
  await page.setText('one')
  expect(page.text).toBe('one')
  expect((await phone.find({ textMatches: /^ONE$/i }))?.className).toContain('EditText')
  expect(await phone.find('none')).toBe(null)
  expect(await phone.exists({ textMatches: /^none$/ })).toBe(false)
  await expect(phone.find({ txt: 'a' } as never)).rejects.toThrow('Unknown option selector.txt')
  await expect(phone.waitFor('none', { timeout: 60 })).rejects.toThrow(/^Not found/)
})
test('has all', async ({ phone }) => {
  for (const name of ${JSON.stringify(functionsOf('device'))})
    await (phone as any)[name]().catch((error: Error) => expect(error.message).not.toContain('not known'))
  await expect((phone as any).nothing()).rejects.toThrow('device.nothing is not known')
})`,
    )
    const ended = await cli.run('test', 'screen', '--json')
    const lines = linesOf(ended.out)
    expect(lines.get('uses elements')).toMatchObject({ state: 'succeeded' })
    expect(lines.get('has all')).toMatchObject({ state: 'succeeded' })
  })

  test('says why a file cannot be read, and ends with code 2 without tests', async () => {
    await cli.write('broken.test.js', `test('x', async () => {\n  await nothing(\n})`)
    await cli.write('early.test.js', `\nmissing()`)
    const ended = await cli.run('test', 'broken', 'early', '--json')
    expect(ended.code).toBe(1)
    const lines = linesOf(ended.out)
    expect(lines.get('early.test.js')?.failure).toEqual({ message: 'missing is not defined', line: 2 })
    expect(lines.get('broken.test.js')?.state).toBe('failed')
    const none = await cli.run('test', 'nowhere')
    expect(none.code).toBe(2)
    expect(none.err).toMatch(
      /^fleetdeck: There are no files \*\.test\.js or \*\.test\.ts in .* with such a name\n$/,
    )
    expect((await cli.run('test', '--parallel', '99')).code).toBe(2)
    expect((await cli.run('test', '--phone-lang', 'fr')).code).toBe(2)
  })

  test('ends its server and phones on Ctrl-C', async () => {
    await cli.write('long.js', 'sleep(600000)')
    await cli.write('long.test.js', `test('long', async ({ run }) => { await run('long.js') })`)
    const running = cli.start('test', 'long')
    await running.printed(/Starting a server/)
    await expect.poll(temporaryFolders).toHaveLength(1)
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect(await temporaryFolders()).toEqual([])
  })
})

/** Of running tests. */
async function temporaryFolders() {
  return (await readdir(cli.folder)).filter((name) => name.startsWith('fleetdeck-test-'))
}

describe('a new folder', () => {
  const check = async (config = 'jsconfig.json') => {
    const tsc = path.resolve(import.meta.dirname, '../../../../node_modules/tsc7/bin/tsc')
    const checked = exec(process.execPath, [tsc, '-p', path.join(cli.folder, config)])
    return checked.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  }

  test('tells editors every function of scripts, and what is wrong', async () => {
    expect(await check()).toBe('')
    const uses = scriptObjects.flatMap((object) =>
      functionsOf(object).map((name) => `void ${callPath(object, name)}`),
    )
    await cli.write('all.js', uses.join('\n'))
    expect(await check()).toBe('')
    await cli.write('wrong.js', `device.tab(1, 2)\necloud.getData({})\nconst one = 1`)
    await cli.write('other.js', 'const one = 2')
    const said = await check()
    expect(said).toMatch(/wrong.js\(1,8\): error TS2339: Property 'tab' does not exist/)
    expect(said).toMatch(/wrong.js\(2,16\): error/)
    expect(said).not.toMatch(/other.js/)
  })

  test('has TypeScript on wish, whose example and test are right and run', async () => {
    const typed = await cli.run('init', 'typed', '--typescript', '--json')
    expect(typed.json<{ written: string[] }>().written).toEqual(
      expect.arrayContaining(['tsconfig.json', 'counter.ts', 'counter.test.ts']),
    )
    expect(existsSync(path.join(cli.folder, 'typed/jsconfig.json'))).toBe(false)
    expect(await check('typed/tsconfig.json')).toBe('')
    await cli.write('typed/wrong.ts', `enum Wrong { one }\nconst size: string = device.size()`)
    const said = await check('typed/tsconfig.json')
    expect(said).toMatch(/wrong.ts\(1,6\): error TS1294/)
    expect(said).toMatch(/wrong.ts\(2,7\): error TS2322/)
    const ended = await cli.run('test', 'typed/counter.test.ts')
    expect(ended.out).toMatch(/^✔ typed\/counter.test.ts › the counter adds the goal/)
  })

  test('keeps what is there, except the types', async () => {
    await cli.write('counter.js', 'mine')
    await cli.write('fleetdeck.d.ts', 'old')
    expect((await cli.run('init', '--json')).json()).toMatchObject({ written: ['fleetdeck.d.ts'] })
    expect(await cli.read('counter.js')).toBe('mine')
    expect(await cli.read('fleetdeck.d.ts')).toMatch(/declare const ecloud/)
    expect((await cli.run('init', 'deep/folder', '--server', 'nonsense')).code).toBe(2)
    expect((await cli.run('init', 'deep/folder', '--server', 'https://phones.example.org/x')).code).toBe(0)
    expect(JSON.parse(await cli.read('deep/folder/fleetdeck.json')).server).toBe('https://phones.example.org')
    expect(existsSync(path.join(cli.folder, 'deep/folder/.gitignore'))).toBe(true)
  })
})
