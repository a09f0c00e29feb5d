import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ExecType, type TaskDraft, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { View } from '../helpers/browser.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { assignPhones, type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

let console_: Console
let phones: Phones
beforeAll(async () => {
  console_ = await startConsole()
  const { admin, address, deps } = console_.site
  const key = deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: address, key, count: 1 })
  for (const groupName of ['Lab', 'Shop']) await admin.call(deviceGroups.add, { body: { groupName } })
  await admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const script = { scriptName: 'Wait', platformId: 1, version: '1.0', content: 'for (;;) sleep(100)' }
  await admin.call(scripts.add, { body: script })
  await assignPhones(console_.site, ['A1'])
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

const storage = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
const views: [string, View][] = [
  ['en', { language: 'en' }],
  ['zhcn-dark', { language: 'zhcn', colorScheme: 'dark', storage }],
  ['zhtw-narrow', { language: 'zhtw', width: 375 }],
]

const addTask = async (draft: Partial<Record<keyof TaskDraft, unknown>>, status: 0 | 1) => {
  const body = { scriptId: 1, execType: ExecType.once, status, ...draft }
  return (await console_.site.admin.call(tasks.add, { body: body as never })).id
}

test('values of devices for a removed parameter are kept, or deleted, as the operator chooses', async () => {
  const { admin } = console_.site
  const city = { key: 'city', label: '', type: 1 as const, options: [], value: 'Bonn' }
  const id = await addTask({ taskName: 'Greet', devices: ['A1'], params: [city] }, TaskStatus.stopped)
  const own = { id, devices: ['A1'], values: { city: 'Kyoto' } }
  await admin.call(tasks.addTaskParamForDevice, { body: own })
  const shown = async () => (await admin.call(tasks.getParamInfo, { query: { id } })).devices
  for (const [name, view] of views) {
    const { page, t } = await console_.open(view)
    const remove = async () => {
      await page.goto('/task/taskList')
      await page
        .getByRole('button', { name: t('table.more'), exact: true })
        .last()
        .click()
      await page.getByRole('menuitem', { name: t('table.edit'), exact: true }).click()
      const form = page.getByRole('dialog')
      await form.getByText(t('task.params'), { exact: true }).first().click()
      await form.getByRole('button', { name: t('param.remove') }).click()
      await form.getByRole('button', { name: t('table.save'), exact: true }).click()
    }
    await remove()
    const question = page.getByRole('dialog', { name: t('table.questionTitle') })
    await question.getByText(t('task.paramValues', { count: 1, keys: 'city' })).waitFor()
    await takeScreenshot(page, `keep-values-${name}`)
    await question.getByRole('button', { name: t('table.cancel') }).click()
    expect(await shown()).toHaveLength(1)
    await remove()
    await question.getByRole('button', { name: t('task.keepValues') }).click()
    await expect.poll(shown).toEqual([])
    await admin.call(tasks.addTaskParam, { body: { id, params: [city], confirmed: name === 'en' } })
    expect(await shown()).toEqual([{ deviceNo: 'A1', values: { city: 'Kyoto' } }])
    if (name !== 'zhtw-narrow') continue
    await remove()
    await question.getByRole('button', { name: t('task.deleteValues') }).click()
    await expect.poll(shown).toEqual([])
    await admin.call(tasks.addTaskParam, { body: { id, params: [city], keepValues: true } })
    expect(await shown()).toEqual([])
  }
})

test('a device that moves to another group stops what its former group ran, or lets it run', async () => {
  const { admin } = console_.site
  await addTask({ taskName: 'Endless', groupIds: [1] }, TaskStatus.started)
  const states = async () =>
    (await admin.call(taskRuns.list, { query: { kind: 'task' } })).list.map(({ state }) => state)
  await expect.poll(states).toEqual(['running'])
  const groupOf = async () => (await admin.call(devices.findOne, { query: { deviceNo: 'A1' } })).groupName
  for (const [name, view] of views) {
    const { page, t } = await console_.open(view)
    await page.goto('/device/deviceList')
    await page.getByRole('checkbox').last().click()
    await page.getByRole('button', { name: t('device.batchGroup') }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox').click()
    await page.getByTitle('Shop').click()
    await form.getByRole('button', { name: t('device.batchApply', { count: 1 }) }).click()
    const question = page.getByRole('dialog', { name: t('table.questionTitle') })
    await question.getByText(t('task.scriptsOfGroup', { count: 1, names: 'A1 Endless' })).waitFor()
    await takeScreenshot(page, `move-${name}`)
    await question.getByRole('button', { name: t('table.cancel') }).click()
    expect(await groupOf()).toBe('Lab')
  }
  const { page, t } = await console_.open({ language: 'en' })
  const edit = async (groupName: string) => {
    await page.goto('/device/deviceList')
    await page
      .getByRole('row', { name: /A1/ })
      .getByRole('button', { name: t('table.edit') })
      .click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox').last().click()
    await page.locator('.ant-select-item-option', { hasText: groupName }).click()
    await form.getByRole('button', { name: t('table.save'), exact: true }).click()
  }
  const question = page.getByRole('dialog', { name: t('table.questionTitle') })
  await edit('Shop')
  await question.getByRole('button', { name: t('task.letScriptsRun') }).click()
  await expect.poll(groupOf).toBe('Shop')
  expect(await states()).toEqual(['running'])
  await edit('Lab')
  await expect.poll(groupOf).toBe('Lab')
  await edit('Shop')
  await question.getByRole('button', { name: t('task.stopScripts') }).click()
  await expect.poll(states).toEqual(['stopped'])
})

test('a run of a text that was never saved shows it beside the current version, and a kept one is stopped there', async () => {
  const { admin } = console_.site
  const body = { deviceNo: 'A1', content: 'for (;;) sleep(200) // tried', scriptId: 1 as never }
  const { runId } = await admin.call(scriptTries.tryOut, { body })
  await admin.call(scriptTries.watchTry, { body: { runId: runId ?? '', kept: true } })
  const tries = async () => (await admin.call(taskRuns.list, { query: { kind: 'try' } })).list
  await expect.poll(async () => (await tries())[0]?.reason).toBe('kept')
  for (const [name, view] of views) {
    const { page, t } = await console_.open(view)
    await page.goto('/task/run?kind=try')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button(t('task.details')).waitFor()
    await takeScreenshot(page, `kept-run-${name}`)
    await button(t('task.details')).click()
    const details = page.getByRole('dialog').first()
    await details.getByRole('button', { name: t('task.contentDiffers') }).click()
    await page.getByText('// tried').first().waitFor()
    await takeScreenshot(page, `tried-text-${name}`)
    if (name !== 'zhtw-narrow') continue
    await page.goto('/task/run?kind=try')
    await button(t('script.tryStop')).click()
    await expect.poll(async () => (await tries())[0]?.state).toBe('stopped')
  }
})
