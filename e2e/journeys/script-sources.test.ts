import { ScriptSourceId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptSources } from '@fleetdeck/contract/script-sources'
import { scripts } from '@fleetdeck/contract/scripts'
import { ExecType, ScheduleType, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { type GitServer, startGitServer } from '@fleetdeck/testing/peers/git-server'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let console_: Console
let git: GitServer
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['A1'])
  git = await startGitServer()
  await git.commit(
    { 'hello.js': `ecloud.log('hello')`, 'login.js': `ecloud.log('login')` },
    { message: 'Greet and sign in' },
  )
  const { site } = console_
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.1')
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(async () => {
  await console_?.stop()
  await git?.stop()
})

const id = ScriptSourceId.parse(1)

test('a repository is checked and added, its scripts show their commit, and a pull request runs on a phone', async () => {
  const { site } = console_
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/task/scriptSource')
  await page.getByText(t('scriptSource.empty')).waitFor()
  await takeScreenshot(page, 'script-sources-empty')
  await page
    .getByRole('button', { name: t('scriptSource.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('scriptSource.add') })
  await form.getByLabel(t('scriptSource.name'), { exact: true }).fill('Shop scripts')
  await form.getByLabel(t('scriptSource.address')).fill(git.address)
  await form.getByLabel(t('scriptSource.branch'), { exact: true }).fill('none')
  await form.getByRole('button', { name: t('scriptSource.check') }).click()
  await form.getByText(t('scriptSource.failure.branchMissing')).waitFor()
  await form.getByLabel(t('scriptSource.branch'), { exact: true }).fill('main')
  await form.getByRole('button', { name: t('scriptSource.check') }).click()
  await form.getByText(t('scriptSource.checked', { count: 2 })).waitFor()
  await form.getByLabel(t('script.platform'), { exact: true }).click()
  await page.getByTitle('Shop').click()
  await form.getByLabel(t('scriptSource.interval')).fill('0')
  await form.getByLabel(t('scriptSource.testPhones')).click()
  await page.locator('.ant-select-item-option[title=A1]').click()
  await page.keyboard.press('Escape')
  await takeScreenshot(page, 'script-sources-form')
  await form.getByRole('button', { name: t('table.save') }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText(t('scriptSource.state.read'), { exact: true }).first().waitFor()
  expect((await site.admin.call(scriptSources.one, { query: { id } })).intervalMinutes).toBe(0)
  await takeScreenshot(page, 'script-sources-list')

  await git.commit({ 'hello.js': `ecloud.log('hello again')` }, { message: 'Greet again' })
  await page.getByRole('button', { name: 'Shop scripts' }).click()
  const results = page.getByRole('dialog', { name: t('scriptSource.resultsOf', { name: 'Shop scripts' }) })
  await results.getByRole('button', { name: t('scriptSource.pullNow') }).click()
  await results.getByText('Greet again').waitFor()
  await results.getByText(t('scriptSource.noPulls')).waitFor()

  const branch = 'change'
  const sha = await git.commit({ 'login.js': `ecloud.log('signed in'); 'ok'` }, { branch, from: 'main' })
  await git.openPull(7, branch)
  const { path, secret } = await site.admin.call(scriptSources.webhook, { query: { id } })
  const attributes = { iid: 7, action: 'open', title: 'Sign in faster', url: '', target_branch: 'main' }
  await fetch(site.address + path, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-gitlab-event': 'Merge Request Hook' },
      'x-gitlab-token': secret,
    },
    body: JSON.stringify({
      user: { username: 'wang' },
      object_attributes: {
        ...{ ...attributes, last_commit: { id: sha }, source_project_id: 1, target_project_id: 1 },
      },
    }),
  })
  await page.goto('/task/scriptSource?pull=1')
  const pull = page.getByRole('dialog')
  await pull.getByText(t('scriptSource.pull.success'), { exact: true }).first().waitFor()
  await pull.getByRole('button', { name: 'Expand row' }).click()
  await pull.getByText('signed in').waitFor()
  await takeScreenshot(page, 'script-sources-pull')

  await page.goto('/task/script')
  await page.getByText(t('scriptSource.managed')).first().waitFor()
  await page
    .getByRole('row', { name: /hello/ })
    .getByRole('button', { name: t('script.bench') })
    .click()
  await page.getByText(t('scriptSource.managedBy', { name: 'Shop scripts' })).waitFor()
  await takeScreenshot(page, 'script-sources-editor')
  const hello = firstRow((await site.admin.call(scripts.list, { query: { scriptName: 'hello' } })).list)
  const body = { taskName: 'Greeting', scriptId: hello.id, execType: ExecType.once, devices: ['A1'] }
  const task = await site.admin.call(tasks.add, { body: { ...body, scheduleType: ScheduleType.now } })
  await site.admin.call(tasks.updateTaskStatus, { body: { id: task.id, status: TaskStatus.started } })
  await page.goto('/task/run')
  await page
    .getByRole('row', { name: /Greeting/ })
    .getByRole('button', { name: t('task.details') })
    .click()
  await page.getByText('Greet again').waitFor()
  await takeScreenshot(page, 'script-sources-run')
  await page.goto('/task/script')
  await page
    .getByRole('row', { name: /hello/ })
    .getByRole('button', { name: t('table.more') })
    .click()
  await page.getByRole('menuitem', { name: t('script.versions') }).click()
  const versions = page.getByRole('dialog')
  await expect.poll(() => versions.locator('code').count()).toBeGreaterThan(2)
  await takeScreenshot(page, 'script-sources-versions')
  expect(errors).toEqual([])
  await close()
})

test.each([
  ['zhcn', 375, 'light'],
  ['zhtw', 1920, 'dark'],
] as const)('the page fits in %s at %i px', async (language, width, colorScheme) => {
  const { page, t, errors, close } = await console_.open({ language, width, colorScheme })
  await page.goto('/task/scriptSource')
  await page.getByText('Shop scripts').first().waitFor()
  await takeScreenshot(page, `script-sources-list-${language}`)
  await page.getByRole('button', { name: 'Shop scripts' }).first().click()
  await page.getByText('#7 Sign in faster').waitFor()
  await takeScreenshot(page, `script-sources-results-${language}`)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: t('scriptSource.add') })
    .first()
    .click()
  await page.getByLabel(t('scriptSource.address')).waitFor()
  await takeScreenshot(page, `script-sources-form-${language}`)
  expect(errors).toEqual([])
  await close()
})
