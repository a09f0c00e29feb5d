import { platforms } from '@fleetdeck/contract/platforms'
import { scriptAuthors } from '@fleetdeck/contract/script-authors'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ExecType, ScheduleType, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, takeScreenshot } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { sharedBrowser } from '../helpers/page-pool.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['A1'], ['--lang', 'en'])
  const { site } = console_
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => console_?.stop())

test('an author’s browser signs what it saves, and phones run that and nothing else', async () => {
  const { site } = console_
  // Browsers sign on https and on this machine only.
  const opened = await openPage(await sharedBrowser(), site.address.replace('127.0.0.1', 'localhost'), {
    language: 'en',
  })
  const { page, t } = opened
  await page.goto('/login?redirect=/user/profile')
  await page.getByLabel(t('login.userName'), { exact: true }).fill('admin')
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.getByRole('button', { name: t('author.addOwn') }).click()
  const dialog = page.getByRole('dialog', { name: t('author.add') })
  await dialog.getByLabel(t('author.name')).fill('Wei')
  await dialog.getByRole('button', { name: t('author.add') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: t('author.required') }).click()
  await expect.poll(async () => (await site.admin.call(scriptAuthors.one)).isRequired).toBe(true)
  await takeScreenshot(page, 'script-authors-1')

  const unsigned = { scriptName: 'Unsigned', platformId: 1, version: '1', content: '1' }
  await site.admin.call(scripts.add, { body: unsigned as never })
  await page.goto('/task/script')
  await page
    .getByRole('button', { name: t('script.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('script.add') })
  await form.getByLabel(t('script.name')).fill('Signed')
  await form.getByLabel(t('script.platform'), { exact: true }).click()
  await page.getByTitle('Shop').click()
  await form.getByText(t('script.fromText')).click()
  await form.locator('.cm-content').fill(`'signed'`)
  await form.getByRole('button', { name: t('table.save') }).click()
  await page.getByText('Signed', { exact: true }).first().waitFor()

  const { list } = await site.admin.call(scripts.list)
  for (const { id: scriptId, scriptName } of list) {
    const body = { taskName: scriptName, scriptId, execType: ExecType.once, devices: ['A1'] }
    const { id } = await site.admin.call(tasks.add, { body: { ...body, scheduleType: ScheduleType.now } })
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: TaskStatus.started } })
  }
  const runOf = async (name: string) =>
    firstRow((await site.admin.call(taskRuns.list)).list.filter(({ taskName }) => taskName === name))
  await expect.poll(() => runOf('Unsigned')).toMatchObject({ state: 'failed', reason: 'noAuthor' })
  await expect.poll(() => runOf('Signed')).toMatchObject({ state: 'succeeded', msg: 'signed' })
  expect((await runOf('Signed')).signer).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
  expect(opened.errors).toEqual([])
  await opened.close()
})
