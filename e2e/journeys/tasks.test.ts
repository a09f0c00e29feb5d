import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignPhones, type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

const scriptText = `ecloud.log('hello from ' + ecloud.getDeviceNo())
if (ecloud.getTaskInfo().valueJson.fail === 'yes') throw new Error('told to fail')
'all well'`

let console_: Console
let phones: Phones
beforeAll(async () => {
  console_ = await startConsole()
  const { admin, address, deps } = console_.site
  const key = deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: address, key, count: 2 })
  await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const params = [{ key: 'fail', label: '', type: 1 as const, options: [], value: 'no' }]
  const script = { scriptName: 'Greet', platformId: 1, version: '1.0', content: scriptText, params }
  await admin.call(scripts.add, { body: script })
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

test('an operator creates a task for two phones, starts it, sees it succeed and reads the log of each', async () => {
  await assignPhones(console_.site, ['A1', 'A2'])
  const { page, t } = await console_.open()
  await page.goto('/task/taskList')
  await page
    .getByRole('button', { name: t('task.add') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: t('table.save'), exact: true }).click()
  await form.getByText(t('task.nameRequired')).waitFor()
  await form.getByText(t('task.deviceRequired')).waitFor()
  await form.getByLabel(t('task.name')).fill('Morning greeting')
  await form.getByLabel(t('task.script'), { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Greet' }).click()
  await form.getByLabel(t('task.groups'), { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Lab' }).click()
  await page.keyboard.press('Escape')
  // The fields below move up when the errors disappear: a click in between can miss.
  for (const error of ['task.nameRequired', 'task.deviceRequired'] as const)
    await form.getByText(t(error)).waitFor({ state: 'hidden' })
  await form.getByText(t('task.params'), { exact: true }).first().click()
  await form.getByRole('button', { name: t('task.loadParams') }).click()
  await form.getByRole('button', { name: t('table.save'), exact: true }).click()
  await form.waitFor({ state: 'detached' })

  const row = page.getByRole('row', { name: /Morning greeting/ })
  await row.getByRole('button', { name: t('task.start'), exact: true }).click()
  await row.getByText('2/2').waitFor()
  await row.getByRole('button', { name: 'Morning greeting' }).click()
  const drawer = page.getByRole('dialog')
  await expect
    .poll(() =>
      drawer
        .getByRole('row')
        .filter({ hasText: t('delivery.succeeded') })
        .count(),
    )
    .toBe(2)
  await drawer.getByText('all well').first().waitFor()
  const first = drawer.getByRole('row', { name: /A1/ })
  await first.getByRole('button').first().click()
  await drawer.getByText('hello from A1').waitFor()
  expect(await console_.site.admin.call(taskRuns.list)).toMatchObject({
    total: 2,
    list: [{ state: 'succeeded', scriptVersion: '1.0' }, { state: 'succeeded' }],
  })
})

test('a run that fails on one phone is shown with its reason, and can be repeated', async () => {
  const { page, t } = await console_.open()
  await page.goto('/task/taskList')
  const row = page.getByRole('row', { name: /Morning greeting/ })
  const more = async (name: string) => {
    await row.getByRole('button', { name: t('table.more') }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await more(t('task.deviceParams'))
  await page.getByRole('button', { name: t('task.setForDevices') }).click()
  const form = page.getByRole('dialog').last()
  await form.getByLabel(t('task.devices')).click()
  await page.locator('.ant-select-item-option', { hasText: 'A2' }).click()
  await page.keyboard.press('Escape')
  await form.getByLabel('fail').fill('yes')
  await form.getByRole('button', { name: t('table.save'), exact: true }).click()
  await page.getByRole('cell', { name: 'yes' }).waitFor()
  await page.goto('/task/taskList')
  await more(t('task.restart'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('task.restart') })
    .click()
  await row.getByText('2/2').waitFor()
  await row.getByRole('button', { name: 'Morning greeting' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(new RegExp(t('taskReason.exception'))).waitFor()
  await drawer.getByRole('button', { name: t('task.againCount', { count: 1 }) }).click()
  await expect
    .poll(async () => (await console_.site.admin.call(taskRuns.list, { query: { deviceNo: 'A2' } })).total)
    .toBe(2)
})
