import { alarms } from '@fleetdeck/contract/alarms'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

const count = 3
let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['W1', 'W2', 'W3'])
})
afterAll(() => console_?.stop())

test('many phones are live on one wall, one is enlarged, and three are controlled together', async () => {
  const { site } = console_
  const { page, t, errors } = await console_.open()
  const named = (key: 'wall.open' | 'wall.choose', device: string) => t(key, { device })
  const beside = page.getByRole('complementary', { name: t('wall.beside') })
  const member = (device: string) => page.getByRole('article', { name: device }).locator('[data-member]')
  const openAlone = (device: string) => page.getByRole('button', { name: named('wall.open', device) }).click()

  // Two rows of the device list open on the wall alone, ready to be a group; then all are shown.
  const live = page.locator('article canvas[data-frames]')
  await page.goto('/device/deviceList')
  for (const device of ['W1', 'W3'])
    await page.getByRole('row', { name: device }).getByRole('checkbox').check()
  await page.getByRole('button', { name: t('device.openOnWall') }).click()
  await expect.poll(() => live.count()).toBe(2)
  await page.getByText(t('wall.chosen', { count: 2 })).waitFor()
  await page.getByRole('button', { name: t('wall.chooseNone') }).click()
  await page.getByRole('button', { name: t('wall.showAll') }).click()
  await expect.poll(() => live.count()).toBe(count)

  // A click enlarges one next to the others, Esc returns.
  await openAlone('W2')
  await beside.locator('canvas[data-frames]').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => beside.count()).toBe(0)

  // Three of them, the second selected first: it leads. Its values, shown while the pointer rests, are in nobody's way.
  await page.mouse.move(0, 0)
  await page.getByRole('article', { name: 'W2' }).hover()
  await page.getByRole('tooltip').waitFor()
  for (const device of ['W2', 'W1', 'W3']) await page.getByLabel(named('wall.choose', device)).check()
  await page.getByRole('button', { name: t('wall.startGroup') }).click()
  await expect.poll(() => member('W2').getAttribute('data-member')).toBe('leads')
  await beside.locator('canvas[data-frames]').waitFor()
  await beside.getByRole('button', { name: t('screen.home') }).click()

  // An opened member is paused and gets its own input only, then it is added again.
  await openAlone('W3')
  await expect.poll(() => member('W3').getAttribute('data-member')).toBe('paused')
  await beside.locator('canvas[data-frames]').waitFor()
  await beside
    .getByRole('button', { name: t('screen.back') })
    .last()
    .click()
  await beside.getByRole('button', { name: t('wall.resume') }).click()
  await expect.poll(() => member('W3').getAttribute('data-member')).toMatch(/^(follows|differs)$/)
  await page.getByRole('button', { name: t('wall.stopGroup') }).click()
  await expect.poll(() => page.locator('[data-member]').count()).toBe(0)
  expect(errors).toEqual([])

  const logged = async () => {
    const { list } = await site.admin.call(operationLogs.list, { query: { pageSize: 50 } })
    const ofWall = list.filter(({ operUrl }) => operUrl === '/ws/wall')
    const details = ofWall.map(({ id }) => site.admin.call(operationLogs.detail, { query: { id } }))
    return (await Promise.all(details)).map(({ info }) => JSON.parse(info.operParam))
  }
  await expect.poll(logged).toContainEqual({ kind: 'key', key: 'home', deviceNos: ['W2', 'W1', 'W3'] })
  await expect.poll(logged).toContainEqual({ kind: 'key', key: 'back', deviceNos: ['W3'] })
})

test('phones with an alarm need attention on the wall until the alarm is resolved', async () => {
  const { site } = console_
  const { page, t, errors } = await console_.open()
  const attention = (count: number) => page.getByRole('button', { name: t('wall.countTrouble', { count }) })
  await page.goto('/device/wall')
  await attention(0).waitFor()
  await site.deps.parameters.set('alarm.settleSeconds', '0')
  // No phone has that much memory.
  await site.deps.db.execute(sql`insert into alarm_settings (user_id, robot_kind, at_all, frequency, count, prefix, memory,
      offline, low_battery, service_down) values (1, 'dingtalk', false, 600, 3, '', 1000000, 0, 0, false)`)
  await attention(count).click()
  const mark = t('wall.alarms', { alarms: t('alarm.kind.memory') })
  for (const device of ['W1', 'W2', 'W3'])
    await page.getByRole('article', { name: device }).getByRole('img', { name: mark }).waitFor()
  await site.admin.call(alarms.resolve, { body: { filter: { kind: 'memory', deviceNo: 'W2' } } })
  await attention(2).waitFor()
  await expect.poll(() => page.getByRole('article', { name: 'W2' }).count()).toBe(0)
  expect(errors).toEqual([])
})
