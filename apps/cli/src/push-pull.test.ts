import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { DataScope } from '@fleetdeck/contract/enums'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Cli } from './testing/cli.ts'

let site: TestSite
let cli: Cli
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  cli = await Cli.with(site)
})
afterEach(() => cli.close())
afterAll(() => site.stop())

const draft = { scriptName: 'Buy now', platformId: 1, version: '1.9', content: 'logi(1)\nlogi(2)\n' }
const params = [{ key: 'city', label: 'City', type: 1 as const, options: [], value: 'Shenzhen' }]
const addScript = (body = {}) => site.admin.call(scripts.add, { body: { ...draft, ...body } as never })
const one = (id = 1) => site.admin.call(scripts.one, { query: { id } })
const textOf = async () =>
  (await site.admin.call(scripts.text, { query: { versionId: (await one()).versionId } })).text
const project = async () => JSON.parse(await cli.read('fleetdeck.json'))

async function pulled() {
  await addScript({ params })
  await cli.run('init', '--server', site.address)
  expect((await cli.run('pull')).code).toBe(0)
}
/** Somebody saves another version in the console. */
const changeInConsole = () =>
  site.admin.call(scripts.edit, {
    body: { ...draft, params, id: 1, version: '2.0', content: 'logi(3)' } as never,
  })

describe('pull', () => {
  test('writes the scripts that the caller may change, with their parameters', async () => {
    await pulled()
    expect(await cli.read('Buy-now.js')).toBe(draft.content)
    expect((await project()).scripts['Buy-now.js']).toMatchObject({
      id: 1,
      name: 'Buy now',
      platform: 'Shop',
      version: '1.9',
      params: [{ key: 'city', value: 'Shenzhen' }],
    })
    expect((await cli.run('pull', '--json')).json()).toEqual([
      { file: 'Buy-now.js', script: 'Buy now', version: '1.9', change: 'unchanged' },
    ])
  })

  test('writes TypeScript into a file that says so, and a renamed file becomes TypeScript', async () => {
    const typed = { scriptName: 'Sell', content: 'let n: number', scriptLanguage: 'ts' }
    await addScript(typed)
    await addScript({ scriptName: 'Rent' })
    await cli.run('init', '--server', site.address)
    expect((await cli.run('pull')).code).toBe(0)
    expect(await cli.read('Sell.ts')).toBe(typed.content)
    await cli.write('Sell.ts', 'let n: number = 2')
    expect((await cli.run('push', 'Sell.ts')).out).toMatch(/^changed/)
    expect((await one()).originalName).toBe('Sell.ts')
    const { scripts: own, ...rest } = await project()
    const renamed = { ...own, 'Rent.ts': own['Rent.js'], 'Rent.js': undefined }
    await cli.write('fleetdeck.json', JSON.stringify({ ...rest, scripts: renamed }))
    await cli.write('Rent.ts', draft.content)
    expect((await cli.run('push', 'Rent.ts')).out).toMatch(/^changed/)
    expect((await one(2)).originalName).toBe('Rent.ts')
    expect((await cli.run('push', 'Rent.ts')).out).toMatch(/^unchanged/)
    await cli.write('new.ts', 'enum Wrong { one }')
    const added = { ...renamed, 'new.ts': { name: 'New', platform: 'Shop' } }
    await cli.write('fleetdeck.json', JSON.stringify({ ...rest, scripts: added }))
    expect((await cli.run('push', 'new.ts')).err).toMatch(/Line 1, column 1 of “New”: .*enum/)
    await cli.write('new.ts', 'let one: number = 1')
    expect((await cli.run('push', 'new.ts')).out).toMatch(/^new/)
    expect((await one(3)).originalName).toBe('New.ts')
  })

  test('does not overwrite a file that has changed here, unless it is forced', async () => {
    await pulled()
    await changeInConsole()
    await cli.write('Buy-now.js', 'mine')
    const refused = await cli.run('pull')
    expect(refused).toMatchObject({
      code: 6,
      err: 'fleetdeck: Changed here: Buy-now.js. Push the changes, or overwrite them with --force.\n',
    })
    expect(await cli.read('Buy-now.js')).toBe('mine')
    expect((await cli.run('pull', '--force')).out).toMatch(/^updated +Buy-now.js \(Buy now 2.0\)/)
    expect(await cli.read('Buy-now.js')).toBe('logi(3)')
  })

  test('refuses names that do not exist, and scripts that the caller may only use', async () => {
    await pulled()
    expect((await cli.run('pull', 'Sell')).code).toBe(4)
    const permissions = ['task/script/list', 'task/script/text']
    const lin = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.self })
    await site.admin.call(scripts.edit, { body: { ...draft, id: 1, params, userIds: [lin.id] } as never })
    const other = await Cli.with(site, permissions, lin.client)
    await other.run('init')
    expect((await other.run('pull')).out).toBe('')
    expect(await other.run('pull', 'Buy now')).toMatchObject({
      code: 3,
      err: 'fleetdeck: You may use the script “Buy now”, but not see its text\n',
    })
    await other.close()
  })

  test('needs a folder that was initialised', async () => {
    expect(await cli.run('pull')).toMatchObject({
      code: 2,
      err: 'fleetdeck: There is no fleetdeck.json here. Run “fleetdeck init” first.\n',
    })
  })

  test('gives two names that would be one file two files', async () => {
    await addScript({ scriptName: 'a b' })
    await addScript({ scriptName: 'a/b' })
    await cli.run('init')
    await cli.run('pull')
    expect(Object.keys((await project()).scripts).sort()).toEqual(['a-b-2.js', 'a-b.js', 'counter.js'].sort())
  })
})

describe('push', () => {
  test('saves a changed file as the next version, which the script has not had, and keeps its users', async () => {
    await pulled()
    const lin = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: ['task/script/list'], dataScope: DataScope.self },
    )
    await changeInConsole()
    await site.admin.call(scripts.edit, {
      body: { ...draft, id: 1, params, version: '1.10', userIds: [lin.id], content: 'logi(4)' } as never,
    })
    await cli.run('pull')
    await cli.write('Buy-now.js', 'logi(5)')
    const pushed = await cli.run('push', 'Buy-now.js', '--note', 'faster', '--json')
    expect(pushed.json()).toEqual([
      { file: 'Buy-now.js', script: 'Buy now', version: '1.11', change: 'changed', findings: [] },
    ])
    expect(await textOf()).toBe('logi(5)')
    expect(await one()).toMatchObject({ users: [{ userName: 'lin' }], params, versions: 4 })
    expect((await cli.run('push', 'Buy-now.js')).out).toBe('unchanged Buy-now.js (Buy now 1.11)\n')
    expect((await one()).versions).toBe(4)
  })

  test('adds new scripts of fleetdeck.json, from any folder below', async () => {
    await cli.run('init', '--server', site.address)
    await site.admin.call(platforms.add, { body: { platformName: 'Example' } })
    await mkdir(path.join(cli.folder, 'deep'))
    const pushed = await cli.run('push')
    expect(pushed.out).toBe('new       counter.js (Counter 1.0)\n')
    expect(await one()).toMatchObject({ scriptName: 'Counter', platformName: 'Example' })
    expect((await project()).scripts['counter.js']).toMatchObject({ id: 1, version: '1.0' })
  })

  test('refuses to overwrite what was saved in the console since, shows what differs, and can be forced', async () => {
    await pulled()
    await changeInConsole()
    expect((await cli.run('push', 'Buy-now.js')).out).toMatch(/^behind/)
    await cli.write('Buy-now.js', 'logi(1)\nlogi("two")\n')
    const refused = await cli.run('push', 'Buy-now.js', '--json')
    expect(refused.code).toBe(6)
    expect(JSON.parse(refused.err).error.message).toMatch(
      /^Changed in the console since the last pull: Buy-now.js \(version 2.0\)/,
    )
    expect(await textOf()).toBe('logi(3)')
    const shown = await cli.run('push', 'Buy-now.js', '--force', '--dry-run')
    expect(shown.out).toBe('changed   Buy-now.js\n- logi(3)\n+ logi(1)\n+ logi("two")\n+ \n')
    expect(await textOf()).toBe('logi(3)')
    expect((await cli.run('push', 'Buy-now.js', '--force')).out).toBe('changed   Buy-now.js (Buy now 2.1)\n')
    expect(await textOf()).toBe('logi(1)\nlogi("two")\n')
  })

  test('saves changed parameters without a new version', async () => {
    await pulled()
    const content = await project()
    content.scripts['Buy-now.js'].params[0].value = 'Taipei'
    await cli.write('fleetdeck.json', JSON.stringify(content))
    expect((await cli.run('push', 'Buy-now.js', '--dry-run')).out).toContain('+     "value": "Taipei"')
    expect((await cli.run('push', 'Buy-now.js')).out).toBe('changed   Buy-now.js (Buy now 1.9)\n')
    expect((await one()).params).toMatchObject([{ key: 'city', value: 'Taipei' }])
  })

  test('with --hot publishes a hot update for a share of the phones, and later edits the same one', async () => {
    await pulled()
    await cli.write('Buy-now.js', 'logi("hot")')
    expect((await cli.run('push', 'Buy-now.js', '--hot', '10')).out).toBe(
      'hot       Buy-now.js (Buy now 1.10)\n',
    )
    const [hot] = (await site.admin.call(hotScripts.list)).list
    expect(hot).toMatchObject({ scriptName: 'Buy now', version: '1.10', percent: 10, state: 'rolling' })
    expect((await one()).version).toBe('1.9')
    await cli.write('Buy-now.js', 'logi("hotter")')
    expect((await cli.run('push', 'Buy-now.js', '--hot', '100')).code).toBe(0)
    const { list } = await site.admin.call(hotScripts.list)
    expect(list).toMatchObject([{ version: '1.11', percent: 100 }])
    expect(await cli.run('push', '--hot', '50')).toMatchObject({
      code: 2,
      err: 'fleetdeck: --hot must be one of 1, 10, 100\n',
    })
  })

  test('refuses files that are unknown, missing, binary or outside of the folder, and platforms that do not exist', async () => {
    await pulled()
    await cli.write('other.js', '1')
    expect((await cli.run('push', 'other.js')).err).toMatch(/^fleetdeck: other.js is not in fleetdeck.json/)
    expect((await cli.run('push', '../x.js')).code).toBe(2)
    expect(await cli.run('push', 'counter.js')).toMatchObject({
      code: 4,
      err: 'fleetdeck: The platform “Example” does not exist. Add it in the console, or name another one.\n',
    })
    await cli.write(
      'fleetdeck.json',
      JSON.stringify({ scripts: { 'none.js': { name: 'x', platform: 'Shop' } } }),
    )
    expect((await cli.run('push')).code).toBe(4)
    await cli.write(
      'fleetdeck.json',
      JSON.stringify({ scripts: { '../../etc/x.js': { name: 'x', platform: 'Shop' } } }),
    )
    expect((await cli.run('push')).err).toMatch(/is outside of/)
    await cli.write('fleetdeck.json', '{"scripts": 1}')
    expect((await cli.run('push')).err).toMatch(/fleetdeck.json is not valid/)
  })
})

describe('findings of a push', () => {
  test('are shown with line and column, and do not hinder it', async () => {
    await pulled()
    await cli.write('Buy-now.js', "logi('x')\n  device.tpa(1, 2)\ndevice.tap(1)\n")
    const pushed = await cli.run('push', 'Buy-now.js')
    expect(pushed.code).toBe(0)
    expect(pushed.err).toBe(
      'Buy-now.js:2:3 device.tpa does not exist. Did you mean device.tap?\nBuy-now.js:3:1 device.tap needs 2 arguments or more\n',
    )
    expect(await textOf()).toContain('device.tpa')
    expect((await cli.run('push', 'Buy-now.js')).err).toBe('')
  })

  test('are in the JSON of a trial, and end a strict push before anything is saved', async () => {
    await pulled()
    await cli.write('Buy-now.js', 'const = 1')
    const shown = await cli.run('push', 'Buy-now.js', '--dry-run', '--json')
    expect(shown.json()).toMatchObject([
      { file: 'Buy-now.js', findings: [{ kind: 'syntax', line: 1, column: 7 }] },
    ])
    const refused = await cli.run('push', 'Buy-now.js', '--strict')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(
      /^Buy-now\.js:1:7 .+\nfleetdeck: Nothing was saved: Buy-now\.js has findings\n$/,
    )
    expect(await textOf()).toBe(draft.content)
  })
})
