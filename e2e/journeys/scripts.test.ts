import { readFile } from 'node:fs/promises'
import { dataItems } from '@fleetdeck/contract/data-items'
import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ExecType, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { tryFirstScript } from '../helpers/script-bench.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['A1'])
  const { site } = console_
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => console_?.stop())

test('a script is written in the page, tried on one phone, saved as a version, compared and rolled back', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/task/script')
  await page
    .getByRole('button', { name: t('script.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('script.add') })
  await form.getByLabel(t('script.name')).fill('Greet')
  await form.getByLabel(t('script.platform'), { exact: true }).click()
  await page.getByTitle('Shop').click()
  await form.getByText(t('script.fromText')).click()
  await form.locator('.cm-content').fill(`ecloud.log('hello from', ecloud.getDeviceNo())`)
  await form.getByRole('button', { name: t('param.add') }).click()
  await form.getByLabel(t('param.key')).fill('city')
  await takeScreenshot(page, 'script-form')
  await form.getByRole('button', { name: t('table.save') }).click()
  await page.getByText('Greet', { exact: true }).first().waitFor()

  const bench = await tryFirstScript(page, t, 'A1')
  await bench.getByText('hello from A1').waitFor()
  // It has ended: nothing is left to stop.
  await expect.poll(() => bench.getByRole('button', { name: t('script.tryStop') }).isDisabled()).toBe(true)
  const code = bench.locator('.cm-content').first()
  await code.fill('throw new Error("sold out")')
  await bench.getByRole('button', { name: t('script.tryNow') }).click()
  await bench.getByText(/Script failed|脚本出错/).waitFor()
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\ndevice.')
  await page.locator('.cm-tooltip-autocomplete').getByText('findText').waitFor()
  await takeScreenshot(page, 'script-bench')
  await page.keyboard.press('Escape')
  await bench.getByRole('button', { name: t('script.functions') }).click()
  const reference = page.getByRole('dialog', { name: t('script.functions') })
  await reference.getByRole('searchbox', { name: t('script.searchFunctions') }).fill('swipe')
  await reference.getByText('device.swipe(x1, y1, x2, y2, ms?, options?)').waitFor()
  await reference.getByText('device.swipe(150, 500, 150, 200, 250, { human: true })').waitFor()
  expect(await reference.getByText('device.launch(app)').count()).toBe(0)
  await takeScreenshot(page, 'script-functions')
  // The editor beside it stays usable.
  await code.click()
  await reference.getByRole('button', { name: 'Close' }).click()
  await reference.waitFor({ state: 'hidden' })
  const site = console_.site
  const tries = async () => (await site.admin.call(taskRuns.list, { query: { kind: 'try' } })).list
  await expect.poll(async () => (await tries()).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
  await bench.getByRole('button', { name: t('script.saveVersion') }).click()
  await page.getByText(t('table.saved')).first().waitFor()
  await bench.getByRole('button', { name: 'Close' }).first().click()

  await page
    .getByRole('button', { name: t('table.more') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('script.versions') }).click()
  const versions = page.getByRole('dialog')
  const boxes = versions.getByRole('row').getByRole('checkbox')
  await expect.poll(() => boxes.count()).toBe(2)
  for (const box of await boxes.all()) await box.check()
  await takeScreenshot(page, 'script-versions')
  await versions.getByRole('button', { name: t('script.compare') }).click()
  await page.locator('.cm-mergeView').waitFor()
  await page.getByText('hello from').first().waitFor()
  await takeScreenshot(page, 'script-compare')
  await page.keyboard.press('Escape')
  await versions.getByRole('button', { name: t('script.rollback') }).click()
  await page
    .getByRole('button', { name: t('script.rollback') })
    .last()
    .click()
  await expect
    .poll(async () => (await site.admin.call(scripts.one, { query: { id: 1 } })).version)
    .toBe('1.0.0')
  await page.goto('/task/run?kind=try')
  const failed = page.getByRole('row').filter({ hasText: 'Greet · admin' }).filter({ hasText: 'sold out' })
  await failed.getByRole('button', { name: t('task.details') }).click()
  await page
    .getByRole('dialog', { name: 'Test of Greet (admin) · A1' })
    .getByText('sold out')
    .first()
    .waitFor()
  await takeScreenshot(page, 'script-tries')
  expect(errors).toEqual([])
  await close()
})

test('closing the editor during a test asks whether to stop it, or to let it run', async () => {
  const { page, t, close } = await console_.open({ language: 'en' })
  await page.goto('/task/script')
  const bench = page.getByRole('dialog').first()
  const question = page.getByRole('dialog', { name: t('script.tryLeaveTitle', { deviceNo: 'A1' }) })
  const test = async () => {
    await page
      .getByRole('button', { name: t('script.bench') })
      .first()
      .click()
    await bench.getByRole('combobox', { name: t('script.tryPhone') }).click()
    await page.getByTitle('A1').click()
    await bench.locator('.cm-content').first().fill('for (;;) sleep(100)')
    await bench.getByRole('button', { name: t('script.tryNow') }).click()
    await bench.getByText(t('script.tryKeep')).waitFor()
    await bench.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: t('table.discard') }).click()
    await question.waitFor()
  }
  const kept = async () => {
    const { rows } = await console_.site.deps.db.execute<{ kept: boolean }>(
      sql`select kept from task_runs where ${openTry} order by id`,
    )
    return rows.map((row) => row.kept)
  }
  await test()
  await takeScreenshot(page, 'script-try-left')
  await question.getByRole('button', { name: t('script.tryStop') }).click()
  await expect.poll(kept).toEqual([])
  await bench.waitFor({ state: 'detached' })
  await test()
  await question.getByRole('button', { name: t('script.tryLetRun') }).click()
  await expect.poll(kept).toEqual([true])
  await close()
  await console_.site.admin.call(scriptTries.endTry, { body: { deviceNo: 'A1', runId: await firstTry() } })
  await expect.poll(kept).toEqual([])
})

const openTry = sql`task_id is null and state in ('sent', 'acknowledged', 'running')`

async function firstTry(): Promise<string> {
  const { rows } = await console_.site.deps.db.execute<{ runKey: string }>(
    sql`select run_key as "runKey" from task_runs where ${openTry}`,
  )
  return rows[0]?.runKey ?? ''
}

test('the demo script of data calls succeeds on a phone', async () => {
  const { site } = console_
  const content = await readFile(new URL('../../docs/examples/data-demo.js', import.meta.url), 'utf8')
  const params = [{ key: 'group', type: 1 as const, value: 'demo', label: '', options: [] }]
  await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content, params } })
  const rows = async () => {
    const { list } = await site.admin.call(dynamicTables.list)
    const [table] = list.filter(({ tableNameEn }) => tableNameEn === 'demo_people')
    if (!table) return []
    const answer = await site.admin.call(dynamicData.list, { params: { tableId: table.id } })
    return answer.list.map(({ values }) => Object.values(values)).sort()
  }
  await expect.poll(rows).toEqual([
    ['Ann', '31'],
    ['Bob', '28'],
    ['Cho', '24'],
  ])
  const items = await site.admin.call(dataItems.list)
  expect(items.list.map((item) => item.content)).toEqual(['account-three'])
})

test('a hot script reaches the phone, and the next run of a task uses it', async () => {
  const { site } = console_
  const hot = {
    hotName: 'Greeting',
    scriptId: 1,
    version: '2.0',
    content: `'hot ' + 1`,
    versionPopup: 0 as const,
  }
  await site.admin.call(hotScripts.add, { body: { ...hot, versionMsg: 'A new greeting' } })
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/hot/hotScript')
  await page.getByRole('button', { name: t('hot.publish') }).click()
  await expect.poll(async () => (await site.admin.call(hotScripts.one, { query: { id: 1 } })).taken).toBe(1)
  const task = { taskName: 'Greeting', scriptId: 1, execType: ExecType.once, devices: ['A1'] }
  const { id } = await site.admin.call(tasks.add, { body: task })
  await site.admin.call(tasks.updateTaskStatus, { body: { id, status: TaskStatus.started } })
  const runs = async () => (await site.admin.call(taskRuns.list, { query: { taskId: id } })).list
  await expect.poll(runs).toMatchObject([{ state: 'succeeded', msg: 'hot 1' }])
  await page.reload()
  await page.getByText('1 / 1').waitFor()
  await page.getByText(t('hot.tooFew')).waitFor()
  await takeScreenshot(page, 'hot-scripts')
  const act = async (name: string) => {
    await page
      .getByRole('row', { name: /Greeting/ })
      .getByRole('button', { name: t('table.more') })
      .click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act(t('hot.devices'))
  await page.getByText(t('hot.device.updated')).first().waitFor()
  await takeScreenshot(page, 'hot-devices')
  await page.keyboard.press('Escape')
  await page.goto('/task/run')
  await page
    .getByRole('button', { name: t('task.details') })
    .first()
    .click()
  await page.getByText(t('task.byHotUpdate', { name: 'Greeting' })).waitFor()
  await page.getByRole('button', { name: t('task.contentDiffers') }).click()
  await page.getByText("'hot ' + 1").waitFor()
  await takeScreenshot(page, 'run-content')
  await page.goto('/hot/hotScript')
  await act(t('hot.withdraw'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('hot.withdraw') })
    .click()
  await page.getByText(t('hot.withdrawn')).waitFor()
  await page.getByText('0 / 1').waitFor()
  await site.admin.call(tasks.again, { body: { id, devices: ['A1'] } })
  await expect
    .poll(async () => (await runs()).find(({ state }) => state === 'succeeded')?.msg)
    .not.toBe('hot 1')
  await page
    .getByRole('button', { name: t('hot.add') })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel(t('hot.name')).waitFor()
  await takeScreenshot(page, 'hot-form')
  expect(errors).toEqual([])
  await close()
})

test('an uncaught script error is listed under its cause, with its stack', async () => {
  const { site } = console_
  await expect
    .poll(async () => (await site.admin.call(scriptExceptions.list, { query: { kind: 'try' } })).total)
    .toBe(1)
  expect((await site.admin.call(scriptExceptions.list)).total).toBe(0)
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/task/scriptException?kind=try')
  await page.getByRole('button', { name: 'Error: sold out' }).click()
  await page.getByRole('dialog').getByRole('cell', { name: 'A1' }).waitFor()
  await takeScreenshot(page, 'script-exception')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('scriptException.clean') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('scriptException.clean') })
    .click()
  await page.getByRole('button', { name: 'Error: sold out' }).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('the script pages fit in Chinese, in the dark theme and on a narrow screen', async () => {
  const dark = await console_.open({
    colorScheme: 'dark',
    storage: { 'layout-setting': JSON.stringify({ appearance: 'dark' }) },
  })
  await dark.page.goto('/task/script')
  await dark.page.getByText('Greet', { exact: true }).first().waitFor()
  await takeScreenshot(dark.page, 'script-dark')
  await dark.page
    .getByRole('button', { name: dark.t('script.bench') })
    .first()
    .click()
  await dark.page.locator('.cm-content').waitFor()
  await takeScreenshot(dark.page, 'script-bench-dark')
  await dark.close()
  const small = await console_.open({ width: 375, height: 800 })
  await small.page.goto('/task/script')
  await small.page.getByText('Greet').first().waitFor()
  await takeScreenshot(small.page, 'script-small')
  await small.page
    .getByRole('button', { name: small.t('script.add') })
    .first()
    .click()
  await small.page.getByRole('dialog').getByText(small.t('script.fromText')).click()
  await takeScreenshot(small.page, 'script-form-small')
  await small.close()
})
