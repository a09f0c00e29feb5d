import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { addUser, adminPassword } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LightFleet, startLightPhones } from '../../apps/agent/src/light-phones.ts'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

const phoneCount = 6
const ownedCount = 2

let deck: Console
let stateDir: string
let fleet: LightFleet
beforeAll(async () => {
  deck = await startConsole()
  await deck.site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  stateDir = await mkdtemp(path.join(tmpdir(), 'fleetdeck-home-'))
  const key = deck.site.deps.parameters.get('device.enrolmentKey')
  fleet = await startLightPhones(
    { server: new URL(deck.site.address), key, count: phoneCount, stateDir, language: 'en' },
    () => {},
  )
})
afterAll(async () => {
  await fleet?.stop()
  await deck?.stop()
  await rm(stateDir, { recursive: true, force: true })
})

const inTenDays = () => new Date(Date.now() + 10.5 * 86_400_000)

test('home counts live, each figure links to its list, and the remaining devices and the expiry are shown', async () => {
  const { id: tenantId } = await addUser(deck.site, {
    userName: 'renter',
    nickName: 'Ren Ter',
    deviceNumber: 5,
    tenantExpireTime: inTenDays(),
  })
  await deck.site.admin.call(deviceGroups.add, { body: { groupName: 'Rented', tenantId } })
  const waiting = async () => (await deck.site.admin.call(devices.listUnAssignedDevice)).list
  await expect.poll(async () => (await waiting()).length).toBe(phoneCount)
  const found = await waiting()

  const { page, t, errors } = await deck.open()
  await page.goto('/index')
  const figure = (name: string) =>
    page.getByRole('region', { name: t('home.devices') }).getByRole('link', { name })
  const count = async (name: string) => Number((await figure(name).textContent())?.replace(/\D*/, ''))
  const needs = page.getByRole('region', { name: t('home.needsYou') })
  await needs.getByRole('link', { name: t('home.needsNumber', { count: phoneCount }) }).waitFor()

  // A user assigns phones while home is visible.
  for (const [place, { deviceId: hardwareId }] of found.entries())
    await deck.site.admin.call(devices.addAssDevice, {
      body: {
        deviceNo: `H${place + 1}`,
        deviceId: hardwareId,
        ...(place < ownedCount ? { tenantId, groupId: 2 } : { tenantId: 1, groupId: 1 }),
      },
    })
  await expect.poll(() => count(t('home.online'))).toBe(phoneCount)
  await needs.getByText(t('home.nothingNeeds')).waitFor()
  await fleet.stop()
  await expect.poll(() => count(t('home.offline'))).toBe(phoneCount)
  expect(await count(t('home.online'))).toBe(0)

  await figure(t('home.offline')).click()
  await page.waitForURL(/online=0/)
  await expect.poll(() => page.locator('tbody tr[data-row-key]').count()).toBe(phoneCount)
  expect(errors).toEqual([])

  const summary = page.getByRole('region', { name: t('identity.summary') })
  await page.goto('/index')
  await summary.getByText(t('identity.forEver')).waitFor()
  const token = await deck.site.deps.sessions.start(tenantId, { ip: '127.0.0.1', userAgent: 'journey' })
  const theirs = await deck.visit({ token })
  await theirs.page.goto('/index')
  const own = theirs.page.getByRole('region', { name: t('identity.summary') })
  await own.getByText('Ren Ter').waitFor()
  expect(await own.textContent()).toContain(`${t('identity.availableDevices')}${5 - ownedCount}`)
  expect(await own.textContent()).toContain(t('identity.daysLeft', { days: 10 }))
})

test('with "remember me" the account is filled in, and the page stores no password', async () => {
  const { page, t } = await deck.visit()
  await page.goto('/login')
  const account = page.getByLabel(t('login.userName'), { exact: true })
  // The fields that the page has before its code runs have no button of this name.
  const submit = page.getByRole('button', { name: t('login.submit'), exact: true })
  await account.fill('admin')
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByLabel(t('login.remember')).check()
  await submit.click()
  await page.waitForURL(/\/index/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(adminPassword)
  await page.evaluate(() => localStorage.removeItem('Admin-Token'))
  await page.goto('/login')
  await submit.waitFor()
  expect(await account.inputValue()).toBe('admin')
  expect(await page.getByLabel(t('login.remember')).isChecked()).toBe(true)
  const autocomplete = await page
    .getByLabel(t('login.password'), { exact: true })
    .getAttribute('autocomplete')
  expect(autocomplete).toBe('current-password')

  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByLabel(t('login.remember')).uncheck()
  await submit.click()
  await page.waitForURL(/\/index/)
  await page.evaluate(() => localStorage.removeItem('Admin-Token'))
  await page.goto('/login')
  await submit.waitFor()
  expect(await account.inputValue()).toBe('')
  expect(addressIn(page)).toBe('/login')
})
