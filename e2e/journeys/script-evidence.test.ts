import type { ScriptExceptionId, ScriptId, TaskId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot, type View } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let console_: Console
let scriptId: ScriptId
let taskId: TaskId
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['A1', 'A2'])
  const { site } = console_
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => console_?.stop())

const source = `function buy(item) {
  ecloud.log('looking for ' + item)
  throw new Error('no button for ' + item)
}
device.launch('notes')
sleep(300)
device.text('two apples')
ecloud.log('the shop is open')
buy('apples')
`
/** Of tasks and of trial runs. */
const causes = async () => {
  const { admin } = console_.site
  const queries = [{}, { kind: 'try' as const }]
  const lists = await Promise.all(queries.map((query) => admin.call(scriptExceptions.list, { query })))
  return lists.flatMap(({ list }) => list)
}
const errorsOf = async (scriptName: string) => {
  const cause = (await causes()).find((each) => each.scriptName === scriptName)
  if (!cause) return []
  return (await console_.site.admin.call(scriptExceptions.exceptions, { query: { causeId: cause.id } })).list
}
const path = (id: number) => `/task/scriptException?exception=${id}`
const dark: View = {
  colorScheme: 'dark',
  storage: { 'layout-setting': JSON.stringify({ appearance: 'dark' }) },
}

test('errors of a task have the screen, the elements and the log of their phone, and a link to the line', async () => {
  const { site } = console_
  const script = { scriptName: 'Buy', platformId: 1, version: '1', content: source }
  scriptId = (await site.admin.call(scripts.add, { body: script })).id
  const task = { taskName: 'Shopping', scriptId, execType: 1 as const, devices: ['A1', 'A2'], retries: 1 }
  taskId = (await site.admin.call(tasks.add, { body: { ...task, retrySeconds: 1 } })).id
  await site.admin.call(tasks.updateTaskStatus, { body: { id: taskId, status: 0 } })
  await expect.poll(async () => (await errorsOf('Buy')).length).toBe(4)
  const failed = async () => (await site.admin.call(taskRuns.list, { query: { state: 'failed' } })).total
  await expect.poll(failed).toBe(2)
  const edit = { id: scriptId, scriptName: 'Buy', platformId: 1, version: '2', content: `${source}// 2\n` }
  await site.admin.call(scripts.edit, { body: edit })
  await site.admin.call(tasks.again, { body: { id: taskId, devices: ['A1'] } })
  await expect.poll(async () => (await errorsOf('Buy')).length).toBeGreaterThan(4)

  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/task/scriptException')
  await page.getByRole('button', { name: 'Error: no button for apples' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: t('scriptException.shareOf', { value: 'A2', count: 2 }) }).click()
  await expect.poll(() => drawer.locator('tbody tr.ant-table-row').count()).toBe(2)
  await takeScreenshot(page, 'script-cause')
  await drawer.locator('tbody tr.ant-table-row button time').first().click()
  const details = page.getByRole('dialog').last()
  await details.getByText('looking for apples', { exact: true }).waitFor()
  await details.getByRole('img', { name: t('scriptException.screenshot') }).waitFor()
  const screen = details.getByRole('region', { name: t('scriptException.screenshot') })
  await screen.locator('svg').click({ position: { x: 40, y: 95 } })
  await expect.poll(() => details.locator('.ant-tree-node-selected').innerText()).toContain('two apples')
  await takeScreenshot(page, 'script-evidence')
  await details.getByRole('link', { name: 'Buy.js:3' }).click()
  await page.getByText(t('script.versionThatRan', { version: '1', current: '2' })).waitFor()
  await expect.poll(() => page.locator('.cm-activeLine').innerText()).toContain('throw new Error')
  await takeScreenshot(page, 'script-version-that-ran')
  await page.getByRole('button', { name: t('script.openCurrent') }).click()
  await page.getByRole('button', { name: t('script.saveVersion') }).waitFor()
  await page.goBack()
  await page.getByText(t('script.versionThatRan', { version: '1', current: '2' })).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a trial run of the editor has evidence, too', async () => {
  const { site } = console_
  await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content: source } })
  const tried = async () =>
    (await causes()).find(({ scriptName, count }) => scriptName !== 'Buy' && count === 1)?.scriptName ?? ''
  await expect
    .poll(async () => (await errorsOf(await tried())).map(({ evidence }) => evidence))
    .toEqual(['stored'])
})

test('a site that blurs evidence gets no readable text of the screen', async () => {
  const { site } = console_
  await site.deps.parameters.set('script.evidenceBlurred', 'true')
  const content = source.replaceAll('apples', 'pears')
  await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A2', content } })
  const stored = async () => {
    const cause = (await causes()).find(({ message }) => message.includes('pears'))
    if (!cause) return undefined
    const { list } = await site.admin.call(scriptExceptions.exceptions, { query: { causeId: cause.id } })
    return list.find(({ evidence }) => evidence === 'stored')
  }
  await expect.poll(stored).toBeDefined()
  const id = (await stored())?.id as ScriptExceptionId
  const evidence = await site.admin.call(scriptExceptions.evidence, { query: { id } })
  expect(evidence.blurred).toBe(true)
  expect(JSON.stringify(evidence.elements)).not.toContain('pears')
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto(path(id))
  await page.getByText(t('scriptException.blurred')).waitFor()
  await page.getByText(t('scriptException.ranUnknown')).waitFor()
  await takeScreenshot(page, 'script-evidence-blurred')
  expect(errors).toEqual([])
  await close()
})

test('a link opens exactly its error in a new window, and says so when the error is not there', async () => {
  const { id } = firstRow(await errorsOf('Buy'))
  for (const [view, name] of [
    [{ language: 'zhtw', width: 375, height: 800 }, 'script-evidence-narrow'],
    [{ language: 'zhcn', ...dark }, 'script-evidence-dark'],
  ] as const) {
    const { page, t, errors, close } = await console_.open(view)
    await page.goto(path(id))
    await page.getByRole('img', { name: t('scriptException.screenshot') }).waitFor()
    await takeScreenshot(page, name)
    await page.goto(path(999_999))
    await page.getByText(t('scriptException.gone')).waitFor()
    expect(errors).toEqual([])
    await close()
  }
})

test('a link opens its error after the sign-in', async () => {
  const { id } = firstRow(await errorsOf('Buy'))
  const { page, t, errors, close } = await console_.visit()
  await page.goto(path(id))
  await page.getByLabel(t('login.userName'), { exact: true }).fill('admin')
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.getByRole('img', { name: t('scriptException.screenshot') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the details of a run show its phases and attempts as a time line', async () => {
  const { site } = console_
  const query = { deviceNo: 'A2', kind: 'task' as const }
  const run = async () => (await site.admin.call(taskRuns.list, { query })).list[0]?.state
  await expect.poll(run).toBe('failed')
  for (const [view, name] of [
    [{ language: 'en' }, 'run-timeline'],
    [{ language: 'zhtw', width: 375, height: 800 }, 'run-timeline-narrow'],
    [{ language: 'zhcn', ...dark }, 'run-timeline-dark'],
  ] as const) {
    const { page, t, errors, close } = await console_.open(view)
    await page.goto('/task/run?deviceNo=A2&kind=task')
    await page
      .getByRole('button', { name: t('task.details') })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('region', { name: t('task.attemptOf', { number: 1 }) }).waitFor()
    const second = drawer.getByRole('region', { name: t('task.attemptOf', { number: 2 }) })
    await second.getByText(t('task.phase.running')).waitFor()
    await second.getByText(t('taskWait.retry')).waitFor()
    await takeScreenshot(page, name)
    expect(errors).toEqual([])
    await close()
  }
})
