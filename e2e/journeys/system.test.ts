import { generateKeyPairSync } from 'node:crypto'
import { UserId } from '@fleetdeck/contract/ids'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCode } from '../../apps/server/src/domain/license/auth-code.ts'
import { devices } from '../../apps/server/src/platform/db/schema/devices.ts'
import { installation } from '../../apps/server/src/platform/db/schema/installation.ts'
import { type OpenPage, takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { navigate } from '../helpers/menu-pages.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

let console_: Console
beforeAll(async () => {
  console_ = await startConsole({ inFolder: true, licenseKey: publicKey })
})
afterAll(() => console_?.stop())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function viewMonitors({ page, t }: OpenPage) {
  // A chart needs two samples, taken every few seconds.
  for (const _ of [1, 2]) await console_.site.metrics.sample()
  await page.goto('/monitor/server')
  await page.getByRole('heading', { name: t('service.title') }).waitFor()
  await page.getByText(t('service.chart.loopDelay')).waitFor()
  await page.locator('canvas').first().waitFor()

  await navigate(page, '/monitor/cache')
  await page.getByText(t('cacheMonitor.own')).waitFor()
  const keys = page.getByRole('region', { name: t('cacheMonitor.keys') })
  await keys.locator('code').first().click()
  await page.getByText(t('cacheMonitor.masked')).waitFor()
  const names = page.getByRole('region', { name: t('cacheMonitor.names') })
  await names.getByText(t('cacheMonitor.name.parameters')).click()
  await expect.poll(() => keys.locator('code').count()).toBeGreaterThan(20)

  await navigate(page, '/monitor/database')
  await page.getByText(t('database.kind.embedded')).waitFor()
  const tables = page.getByRole('region', { name: t('database.tables') })
  await expect.poll(() => tables.locator('tbody code').count()).toBe(10)
  expect(await page.getByRole('region', { name: t('database.statements') }).textContent()).toContain('$1')
}

async function addAndRunJob({ page, t }: OpenPage) {
  await navigate(page, '/monitor/job')
  await page.getByRole('button', { name: t('job.add') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(t('job.name')).fill('夜间清理')
  await form.getByLabel(t('job.function')).fill(t('job.target.pruneLoginLogs'))
  await page
    .locator('.ant-select-item')
    .filter({ hasText: t('job.target.pruneLoginLogs') })
    .click()
  const cron = form.getByPlaceholder('0 0 12 * * ?')
  await cron.fill('0 0 0 31 2 ?')
  await form.getByRole('button', { name: t('table.save') }).click()
  await form.locator('.ant-form-item-explain-error').first().waitFor()
  await cron.fill('*/5 0 3 * * ?')
  await form.getByRole('button', { name: t('table.save') }).click()
  const often = page.getByRole('dialog').filter({ hasText: t('cron.oftenTitle', { seconds: 5 }) })
  await often.waitFor()
  await takeScreenshot(page, 'often')
  await often.getByRole('button', { name: t('table.cancel') }).click()
  await often.waitFor({ state: 'hidden' })
  await cron.fill('0 30 3 * * ?')
  await form.getByRole('button', { name: t('table.save') }).click()
  const row = page.getByRole('row').filter({ hasText: '夜间清理' })
  await row.waitFor()

  await row.getByRole('button', { name: t('job.run') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('job.run') })
    .click()
  await page.getByText(t('job.ran')).waitFor()
  await console_.site.jobs.idle()
  await navigate(page, `/job/log?${new URLSearchParams({ jobName: '夜间清理' })}`)
  await page.locator('tbody').getByText(t('job.state.succeeded')).waitFor()
  await page.locator('tbody').getByText(t('job.byHand')).waitFor()
}

async function makeBackup({ page, t }: OpenPage) {
  await navigate(page, '/monitor/backup')
  const backups = page.getByRole('region', { name: t('backup.title') })
  await backups.getByText(t('backup.empty')).waitFor()
  await backups
    .getByRole('button', { name: t('backup.make') })
    .first()
    .click()
  const row = backups.locator('tbody tr').filter({ has: page.locator('code') })
  await row.waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: t('backup.download') }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^fleetdeck-\d{8}-\d{6}\.tar$/)
  await row.getByRole('button', { name: t('backup.remove') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('backup.remove') })
    .click()
  await backups.getByText(t('backup.empty')).waitFor()
}

async function renameSite({ page, t }: OpenPage) {
  await navigate(page, '/site/config')
  const save = (count: number) => button(page, t('parameter.saveChanges', { count }))
  const stun = page.locator('[id="screen.stunServers"]')
  await stun.fill('http://example.com')
  await page.locator('[id="sys.title"]').fill('东区机房')
  await save(2).click()
  await page.getByText(t('parameter.invalidStun')).first().waitFor()
  expect(await page.title()).not.toContain('东区机房')
  await stun.fill('stun:stun.example.com:3478')
  await save(2).click()
  await page.getByText(t('parameter.saved')).waitFor()
  await expect.poll(() => page.title()).toContain('东区机房')
}

test('an administrator views servers, caches and database, adds a job, makes a backup and names the site', async () => {
  const opened = await console_.open()
  await viewMonitors(opened)
  await addAndRunJob(opened)
  await makeBackup(opened)
  await renameSite(opened)
  expect(opened.errors).toEqual([])
  await opened.close()
})

test('an expiring authorization shows a warning, an expired one a banner on every page, until a new code is entered', async () => {
  const { deps } = console_.site
  const began = (daysAgo: number) => deps.db.update(installation).set({ createdAt: inDays(-daysAgo) })
  await began(20)
  const { page, t, errors, close } = await console_.open()
  await page.goto('/site/auth')
  await page.getByText(t('license.soon', { days: 9 })).waitFor()
  await page.getByText(t('license.kind.trial')).waitFor()

  await began(31)
  await page.goto('/index')
  await page.getByRole('status').getByText(t('license.expired')).waitFor()
  await navigate(page, '/site/auth')
  const info = page.getByRole('region', { name: t('license.title') })
  const serial = /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec((await info.first().textContent()) ?? '')?.[0] ?? ''
  const statement = {
    ...{ version: 1 as const, serial, devices: 50, customer: '林记' },
    ...{ issuedAt: inDays(0).toISOString(), expiresAt: inDays(100).toISOString() },
  }
  const field = page.getByRole('textbox', { name: t('license.code') })
  const forged = writeCode(statement, generateKeyPairSync('ed25519').privateKey)
  await field.fill(forged)
  await button(page, t('license.save')).click()
  await page.getByText(t('license.codeForged')).first().waitFor()
  expect(await field.inputValue()).toBe(forged)

  const tenantId = UserId.parse(1)
  await deps.db.insert(devices).values([1, 2].map((n) => ({ deviceNo: `L${n}`, tenantId })))
  await field.fill(writeCode({ ...statement, devices: 1 }, privateKey))
  await button(page, t('license.save')).click()
  const question = page.getByRole('dialog')
  await question.getByText(t('license.codeSmaller', { count: 1, used: 2, excess: 1 })).waitFor()
  await takeScreenshot(page, 'smaller-code')
  await question.getByRole('button', { name: t('table.cancel') }).click()
  await question.waitFor({ state: 'hidden' })
  await field.fill(writeCode(statement, privateKey))
  await button(page, t('license.save')).click()
  await page.getByText(t('license.saved')).waitFor()
  await page.getByText('林记').waitFor()
  await expect.poll(() => page.getByText(t('license.expired')).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
