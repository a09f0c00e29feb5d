import { UserId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { addUser } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { misfits } from '../helpers/misfits.ts'
import { tryFirstScript } from '../helpers/script-bench.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['A1'])
  const { site } = console_
  await site.deps.parameters.set('script.httpHosts', '*.example.org, prices.test:8080')
  const wei = await addUser(site, { userName: 'wei' })
  await site.deps.db.execute(sql`update devices set tenant_id = ${UserId.parse(wei.id)}, group_id = null`)
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const content = "http.request({ url: 'http://prices.test:8080/today' })"
  const script = { scriptName: 'Prices', platformId: 1, version: '1', content }
  await site.admin.call(scripts.add, { body: script as never })
})
afterAll(() => console_?.stop())

/** It is not covered, as by a footer. */
const expectInSight = (locator: Locator) =>
  expect
    .poll(() =>
      locator.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + 4, top + height / 2))
      }),
    )
    .toBe(true)

test('an administrator limits the hosts of a user, whose phones then refuse the others by name', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/system/user')
  const openDefaults = async () => {
    const row = page.getByRole('row').filter({ hasText: 'wei' })
    await row.getByRole('button', { name: t('table.more') }).click()
    await page.getByRole('menuitem', { name: t('user.cloud') }).click()
  }
  await openDefaults()
  const drawer = page.getByRole('dialog')
  const hosts = drawer.getByLabel(t('userCloud.hosts'), { exact: true })
  await drawer.getByText('*.example.org, prices.test:8080').waitFor()
  await hosts.fill('example.com,')
  await drawer.getByRole('button', { name: t('table.save') }).click()
  await drawer
    .getByText(t('userCloud.hostOutside', { host: 'example.com' }))
    .first()
    .waitFor()
  await expectInSight(drawer.locator('.ant-form-item-explain-error'))
  await takeScreenshot(page, 'script-hosts-refused')
  await hosts.press('Backspace')
  await hosts.fill('api.example.org,')
  await page.setViewportSize({ width: 375, height: 800 })
  await takeScreenshot(page, 'script-hosts-375')
  expect(await misfits(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await drawer.getByRole('button', { name: t('table.save') }).click()
  await drawer.waitFor({ state: 'hidden' })
  await openDefaults()
  await page.getByRole('dialog').getByTitle('api.example.org').first().waitFor()

  await page.goto('/task/script')
  const bench = await tryFirstScript(page, t, 'A1')
  await bench
    .getByText(/prices\.test:8080.*script\.httpHosts/)
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await close()
})
