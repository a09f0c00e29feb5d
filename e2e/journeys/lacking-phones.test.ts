import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
const phones: TestSocket[] = []
beforeAll(async () => {
  deck = await startConsole()
  const { site } = deck
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  for (const [n, can] of [
    [1, ['pixels', 'apps']],
    [2, ['pixels', 'apps', 'ocr']],
  ] as const) {
    const phone = TestSocket.phone(site.address, await addAssignedPhone(site, n))
    phones.push(phone)
    await phone.next('registered')
    phone.send({ action: 'heartbeat', can: [...can] })
  }
  const content = "device.launch('shop')\nlogi(device.ocr().length)"
  const script = { scriptName: 'Reader', platformId: 1, version: '1', content }
  const { id: scriptId } = await site.admin.call(scripts.add, { body: script as never })
  const task = { taskName: 'Read', scriptId, execType: 1, devices: ['A1', 'A2'] }
  await site.admin.call(tasks.add, { body: task as never })
  await site.flush()
})
afterAll(async () => {
  for (const phone of phones) phone.close()
  await deck?.stop()
})

test.each([
  { width: 1280, dark: false },
  { width: 375, dark: true },
])('the question of a start with phones that lack something fits %j', async ({ width, dark }) => {
  const storage = { 'layout-setting': JSON.stringify({ appearance: dark ? 'dark' : 'light' }) }
  const { page, t, close } = await deck.open({ language: 'zhcn', storage })
  await page.goto('/task/taskList')
  const row = page.getByRole('row', { name: /Read/ })
  await row.getByRole('button', { name: t('task.start'), exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/device\.ocr/).waitFor()
  await page.setViewportSize({ width, height: 800 })
  await takeScreenshot(page, `task-lacks-${width}`)
  expect(await misfits(page)).toEqual([])
  await close()
})

test('a start says which phone lacks what, and leaves it out on wish', async () => {
  const { page, t, errors, close } = await deck.open({ language: 'en' })
  await page.goto('/task/taskList')
  const row = page.getByRole('row', { name: /Read/ })
  await row.getByRole('button', { name: t('task.start'), exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/A1/).waitFor()
  expect(await question.getByText(/A2/).count()).toBe(0)
  await question.getByText(t('task.leaveOut')).click()
  await question.waitFor({ state: 'hidden' })
  await expect
    .poll(async () => {
      const { list } = await deck.site.admin.call(taskRuns.list, { query: {} })
      return list.map(({ deviceNo, reason }) => `${deviceNo} ${reason ?? ''}`).sort()
    })
    .toEqual(['A1 lacks', expect.stringMatching(/^A2 /)])
  expect(errors).toEqual([])
  await close()
})

test('the rows of each page of the list have their own warnings', async () => {
  const { admin } = deck.site
  const [script] = (await admin.call(scripts.list, { query: {} })).list
  const plain = { scriptName: 'Plain', platformId: 1, version: '1', content: 'logi(1)' }
  const { id: plainId } = await admin.call(scripts.add, { body: plain as never })
  const started = { scheduleType: 3, dayTime: '03:00:00', status: 0, confirmed: true, execType: 1 }
  const ids: number[] = []
  for (let n = 10; n < 34; n += 1) {
    // Every other task has phones that lack something.
    const scriptId = n % 2 ? plainId : script?.id
    const task = { taskName: `Page ${n}`, sort: n, scriptId, devices: ['A1', 'A2'], ...started }
    ids.push((await admin.call(tasks.add, { body: task as never })).id)
  }
  const { page, errors, close } = await deck.open({ language: 'en' })
  await page.goto('/task/taskList')
  const rows = page.getByRole('row', { name: /Page \d/ })
  const warned = async () => {
    const shown: string[] = []
    for (const row of await rows.all())
      if (await row.getByRole('img', { name: /A1 cannot do/ }).count())
        shown.push(/Page \d+/.exec((await row.textContent()) ?? '')?.[0] ?? '')
    return shown.sort()
  }
  const expected = async (query: object) => {
    const { list } = await admin.call(tasks.list, { query: { pageSize: 20, ...query } as never })
    const own = list.map(({ taskName }) => taskName).filter((name) => /^Page \d[02468]$/.test(name))
    return own.sort()
  }
  const [first, second] = [await expected({ pageNum: 1 }), await expected({ pageNum: 2 })]
  expect([...first, ...second]).toHaveLength(12)
  await expect.poll(warned).toEqual(first)
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect.poll(warned).toEqual(second)
  await page.getByRole('listitem', { name: '1', exact: true }).click()
  await expect.poll(warned).toEqual(first)
  expect(errors).toEqual([])
  await close()
  for (const id of ids) await admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } as never })
  await admin.call(tasks.remove, { query: { ids: ids.join(',') } })
  await admin.call(scripts.remove, { query: { ids: String(plainId) } })
})

test('a scheduled task says on its row and in its details which phones lack what', async () => {
  const [script] = (await deck.site.admin.call(scripts.list, { query: {} })).list
  const task = { taskName: 'Daily', scriptId: script?.id, execType: 1, devices: ['A1', 'A2'] }
  const started = { scheduleType: 3, dayTime: '03:00:00', status: 0, confirmed: true }
  await deck.site.admin.call(tasks.add, { body: { ...task, ...started } as never })
  const { page, errors, close } = await deck.open({ language: 'en' })
  await page.goto('/task/taskList')
  const row = page.getByRole('row', { name: /Daily/ })
  await row.getByRole('img', { name: /A1 cannot do what the script needs.*device\.ocr/ }).hover()
  await page
    .getByRole('tooltip')
    .getByText(/device\.ocr in Reader, line 2/)
    .waitFor()
  await takeScreenshot(page, 'task-lacks-row')
  expect(await page.getByRole('row', { name: /Read / }).getByRole('img', { name: /A1/ }).count()).toBe(0)
  await row.getByRole('button', { name: 'Daily' }).click()
  const details = page.getByRole('dialog')
  await details
    .getByRole('alert')
    .getByText(/A1 cannot do what the script needs/)
    .waitFor()
  expect(await misfits(page)).toEqual([])
  await takeScreenshot(page, 'task-lacks-details')
  phones[0]?.send({ action: 'heartbeat', can: ['pixels', 'apps', 'ocr'] })
  await deck.site.flush()
  await page.goto('/task/taskList')
  await row.waitFor()
  await expect.poll(() => row.getByRole('img', { name: /A1/ }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
