import { deviceGroups } from '@fleetdeck/contract/device-groups'
import type { HotForPhone } from '@fleetdeck/contract/hot-scripts'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { ScriptId, type TaskId, UserId } from '@fleetdeck/contract/ids'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { platforms } from '@fleetdeck/contract/platforms'
import type { OrderedModule } from '@fleetdeck/contract/script-modules'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../platform/core/tokens.ts'
import { scripts as scriptRows } from '../../platform/db/schema/scripts.ts'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => site.stop())

const ask = (scriptName: string, content: string, client: TestClient = site.admin, body: object = {}) =>
  client.ask(scripts.add, { body: { scriptName, content, platformId: 1, version: '1.0', ...body } as never })
async function add(scriptName: string, content: string, client: TestClient = site.admin) {
  const answer = await ask(scriptName, content, client)
  expect(answer).toMatchObject({ code: 0 })
  return (answer.data as { id: ScriptId }).id
}
const edit = (id: ScriptId, scriptName: string, version: string, content: string) =>
  site.admin.ask(scripts.edit, { body: { id, scriptName, version, content, platformId: 1 } as never })
const importsOf = (id: ScriptId) => site.admin.call(scripts.imports, { query: { id } })
const one = (id: ScriptId) => site.admin.call(scripts.one, { query: { id } })
const remove = (...ids: ScriptId[]) => site.admin.ask(scripts.remove, { query: { ids } as never })

async function connect() {
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const token = await addAssignedPhone(site, 1)
  const phone = TestSocket.phone(site.address, token)
  onTestFinished(() => phone.close())
  await phone.next('registered')
  return { phone, token }
}
const fetchFile = (token: string, url: string) =>
  fetch(site.address + url, { headers: { authorization: `Bearer ${token}` } })
const textsOf = (token: string, modules: OrderedModule[] = []) =>
  Promise.all(modules.map(async ({ name, url }) => [name, await (await fetchFile(token, url)).text()]))
async function addTask(scriptId: ScriptId): Promise<TaskId> {
  const schedule = { execType: 1 as const, scheduleType: ScheduleType.now }
  const body = { taskName: 'Run', scriptId, devices: ['A1'], ...schedule }
  return (await site.admin.call(tasks.add, { body: body as never })).id
}
const start = (id: TaskId) => site.admin.ask(tasks.updateTaskStatus, { body: { id, status: 0 } })

describe('a script that imports others', () => {
  test('reaches its phone with all of them, signed for this phone', async () => {
    const { phone, token } = await connect()
    await add('util', 'export const two = 2')
    await add('login', 'import { two } from "util"\nexport const login = () => two')
    const id = await add('Buy', 'import { login } from "login"\nlogi(login())')
    await start(await addTask(id))
    const { signature, ...order } = (await phone.next('task')) as unknown as TaskOrder
    expect(order.modules).toMatchObject([
      { name: 'login', fileName: 'login.js', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { name: 'util', fileName: 'util.js' },
    ])
    expect(await textsOf(token, order.modules)).toEqual([
      ['login', 'import { two } from "util"\nexport const login = () => two'],
      ['util', 'export const two = 2'],
    ])
    expect(signature).toBe(site.deps.signer.sign(signedScripts.order(hashToken(token), order)))
    const { modules: _, ...bare } = order
    expect(signature).not.toBe(site.deps.signer.sign(signedScripts.order(hashToken(token), bare)))
  })

  test('reaches a phone without a socket with all of them, in the answer to its heartbeat', async () => {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    const token = await addAssignedPhone(site, 1)
    const phone = new HttpPhone(site.address, { token })
    await add('util', 'export const two = 2')
    const id = await add('Buy', 'import { two } from "util"\nlogi(two)')
    await start(await addTask(id))
    let answer = await phone.beat()
    await expect
      .poll(async () => {
        if (!answer.modules) answer = await phone.beat()
        return answer.modules
      })
      .toMatchObject([{ name: 'util', url: expect.stringMatching(/^http/) }])
    const [{ url } = { url: '' }] = answer.modules as unknown as OrderedModule[]
    expect(await (await fetch(url)).text()).toBe('export const two = 2')
  })

  test('keeps the versions that it was saved with, until its imports are updated', async () => {
    const { phone, token } = await connect()
    const login = await add('login', 'export const login = 1')
    const id = await add('Buy', 'import "login"')
    await edit(login, 'login', '1.1', 'export const login = 2')
    expect(await importsOf(id)).toEqual([
      { name: 'login', isExact: false, scriptName: 'login', version: '1.0', newest: '1.1' },
    ])
    expect(await one(id)).toMatchObject({ imports: 1, newerImports: 1, goneImports: 0 })
    const taskId = await addTask(id)
    await start(taskId)
    const before = (await phone.next('task')) as unknown as TaskOrder
    expect(await textsOf(token, before.modules)).toEqual([['login', 'export const login = 1']])
    await site.admin.call(scripts.updateImports, { body: { id } })
    expect(await one(id)).toMatchObject({ imports: 1, newerImports: 0, version: '1.0' })
    phone.send({ action: 'taskState', runId: before.runId, state: 'succeeded' })
    await expect
      .poll(async () => firstRow((await site.admin.call(taskRuns.list)).list).state)
      .toBe('succeeded')
    await site.admin.call(tasks.updateTaskStatusClear, { body: { id: taskId } })
    const after = (await phone.next('task')) as unknown as TaskOrder
    expect(await textsOf(token, after.modules)).toEqual([['login', 'export const login = 2']])
  })

  test('gets exactly the version that it names', async () => {
    const login = await add('login', 'export const login = 1')
    await edit(login, 'login', '1.1', 'export const login = 2')
    const id = await add('Buy', 'import "login@1.0"\nexport * from "login"')
    expect(await importsOf(id)).toEqual([
      { name: 'login', isExact: false, scriptName: 'login', version: '1.1', newest: '1.1' },
      { name: 'login@1.0', isExact: true, scriptName: 'login', version: '1.0', newest: '1.1' },
    ])
    expect(await one(id)).toMatchObject({ imports: 2, newerImports: 0 })
    expect(await ask('Sell', '\nimport "login@3"')).toMatchObject({
      msg: 'Line 2, column 8 of “Sell”: no script or version “login@3”. Check the name, or share that script with the owner.',
    })
  })

  test('may be imported by what it imports', async () => {
    const even = await add('even', 'export const even = 1')
    await add('odd', 'import "even"\nexport const odd = 1')
    expect(
      await edit(even, 'even', '1.1', 'import { odd } from "odd"\nexport const even = odd'),
    ).toMatchObject({
      code: 0,
    })
    expect(await importsOf(even)).toMatchObject([
      { name: 'even', version: '1.1' },
      { name: 'odd', version: '1.0' },
    ])
  })

  test('is refused with the name and line of what does not exist, in three languages', async () => {
    const content = 'logi(1)\nimport { a } from "nothing"'
    const msg = async (language: string) =>
      (
        await site.as(site.admin.token, language as never).ask(scripts.add, {
          body: { scriptName: 'Buy', content, platformId: 1, version: '1.0' } as never,
        })
      ).msg
    expect(await msg('en')).toMatch(/^Line 2, column 19 of “Buy”: no script or version “nothing”/)
    expect(await msg('zh-CN')).toBe(
      '“Buy”第 2 行第 19 列：找不到脚本或版本“nothing”，请检查名称，或将该脚本授权给所有者',
    )
    expect(await msg('zh-TW')).toMatch(/^「Buy」第 2 行第 19 個字元：找不到腳本或版本「nothing」/)
    expect(await ask('Buy', 'import "./other.js"')).toMatchObject({
      msg: 'Line 1, column 8 of “Buy”: “./other.js” is a path, which only works in a Git repository. Use the name of a script.',
    })
    expect((await ask('Buy', 'import { a from "b"')).msg).toBe('Line 1, column 12 of “Buy”: Unexpected token')
  })

  test('cannot import more than 50 modules, or 4 MB', async () => {
    for (let n = 0; n < 51; n++) await add(`m${n}`, 'export const a = 1')
    const names = Array.from({ length: 51 }, (_, n) => `import "m${n}"`)
    expect((await ask('Buy', names.join('\n'))).msg).toBe(
      'A script can import up to 50 modules, including theirs',
    )
    expect((await ask('Buy', names.slice(1).join('\n'))).code).toBe(0)
    const large = `export const a = "${'x'.repeat(1_900_000)}"`
    for (const name of ['l1', 'l2', 'l3']) await add(name, large)
    expect((await ask('Sell', 'import "l1"; import "l2"; import "l3"')).msg).toBe(
      'All imported modules together can have up to 4 MB',
    )
  })

  test('only imports what its owner may use, and an own script before a shared one', async () => {
    const { id: tenantId } = await addUser(site, { userName: 'wei', parentId: UserId.parse(1) })
    await add('login', 'export const of = "admin"')
    const body = { scriptName: 'Buy', content: 'import "login"', platformId: 1, version: '1.0' }
    const asUser = () => site.admin.ask(scripts.add, { body: { ...body, tenantId } as never })
    expect((await asUser()).msg).toMatch(/no script or version “login”/)
    await site.admin.call(scripts.share, { body: { ids: [ScriptId.parse(1)], isShared: true } })
    expect((await asUser()).code).toBe(0)
  })
})

describe('a script that others import', () => {
  test('is not deleted without them, and the refusal names them', async () => {
    const login = await add('login', 'export const login = 1')
    const id = await add('Buy', 'import "login"')
    expect(await remove(login)).toMatchObject({
      code: -1,
      msg: 'Other scripts import it: “Buy”. Edit or delete them first.',
    })
    expect(await remove(login, id)).toMatchObject({ code: 0 })
  })

  test('that is gone lets no task start, and ends waiting runs', async () => {
    const { phone, token } = await connect()
    const login = await add('login', 'export const login = 1')
    const id = await add('Buy', 'import "login"')
    const taskId = await addTask(id)
    phone.close()
    const run = async () => firstRow((await site.admin.call(taskRuns.list)).list)
    await start(taskId)
    await expect.poll(run).toMatchObject({ state: 'queued' })
    // As when the owner of the module is deleted.
    await site.deps.db.delete(scriptRows).where(eq(scriptRows.id, login))
    expect(await one(id)).toMatchObject({ imports: 1, goneImports: 1 })
    const again = TestSocket.phone(site.address, token)
    onTestFinished(() => again.close())
    await expect.poll(run).toMatchObject({ state: 'failed', reason: 'moduleGone' })
    expect(await site.admin.ask(tasks.updateTaskStatusClear, { body: { id: taskId } })).toMatchObject({
      code: -1,
      msg: '“Buy” imports “login”, which has been deleted. Update its imports or edit it.',
    })
    expect((await site.admin.ask(scripts.updateImports, { body: { id } })).msg).toMatch(
      /no script or version “login”/,
    )
  })
})

test('a trial run gets what its text imports now', async () => {
  const { phone, token } = await connect()
  await add('login', 'export const login = 1')
  const tryOut = (content: string) =>
    site.admin.ask(scriptTries.tryOut, { body: { deviceNo: 'A1', content } })
  await tryOut('import { login } from "login"')
  const order = (await phone.next('task')) as unknown as TaskOrder
  expect(order.modules).toMatchObject([{ name: 'login', fileName: 'login.js' }])
  expect(await textsOf(token, order.modules)).toEqual([['login', 'export const login = 1']])
  expect((await tryOut('import "other"')).msg).toMatch(
    /^Line 1, column 8 of “Test run”: no script or version “other”/,
  )
})

test('a hot update brings what its version imports', async () => {
  const { phone, token } = await connect()
  await add('login', 'export const login = 1')
  const scriptId = await add('Buy', '1')
  const draft = { hotName: 'Buy', scriptId, version: '2.0', content: 'import "login"' }
  const added = await site.admin.ask(hotScripts.add, { body: draft as never })
  expect(added).toMatchObject({ code: 0 })
  await site.admin.call(hotScripts.publish, { body: { id: 1 } as never })
  await site.admin.call(hotScripts.rollout, { body: { id: 1, order: 'goOn', percent: 100 } as never })
  await phone.next('hotScripts')
  const answer = await fetch(`${site.address}/rapi/hotScripts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: Buffer.from('{}').toString('base64') }),
  })
  const { data } = (await answer.json()) as { data: string }
  const [hot] = JSON.parse(Buffer.from(data, 'base64').toString()) as HotForPhone[]
  expect(hot?.modules).toMatchObject([{ name: 'login', fileName: 'login.js' }])
  const url = new URL(hot?.modules?.[0]?.url ?? '', site.address)
  expect(await (await fetchFile(token, url.pathname)).text()).toBe('export const login = 1')
  expect(hot?.signature).toBe(site.deps.signer.sign(signedScripts.hot(hashToken(token), hot as HotForPhone)))
})
