import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from '../helpers/console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  const { db } = console_.site.deps
  await console_.site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await db.execute(sql`
    insert into devices (device_no, device_id, brand, mode, group_id, tenant_id)
    select 'D' || lpad(n::text, 4, '0'), 'phone-' || n, 'Deck', 'One', 1, 1 from generate_series(1, 5000) n`)
  await db.execute(sql`
    insert into device_runtime (device_id, online, last_seen_at, online_changed_at, service_ok, battery, is_charging,
      battery_temp, avail_memory, sd_card_left_space)
    select id, true, now() + interval '1 hour', now(), case when id = 4000 then '0' else '1' end, 20 + id % 80, '0', 30,
      2000000000, 64000000000 from devices`)
  await db.execute(sql`
    insert into device_history (device_id, at, online, battery, battery_temp, avail_memory, sd_card_left_space)
    select 1, now() - n * interval '5 minutes', true, 50 + n % 40, 30 + n % 5, 2000000000 + n::bigint * 1000000, 64000000000
    from generate_series(1, 280) n where n not between 100 and 130`)
})
afterAll(() => console_.stop())

test('five thousand phones are shown live, those with trouble first, filtered, and one with its history', async () => {
  const { site } = console_
  const { page, t } = await console_.open()
  await page.goto('/device/monitor')
  const cards = page.getByRole('article')
  await expect.poll(() => cards.first().getAttribute('aria-label')).toBe('D4000')
  expect(await cards.count()).toBeLessThan(300)

  // Live: a visible phone gets hot and moves to the top automatically.
  const newest = () => ({
    ...{ online: true, lastSeenAt: new Date(Date.now() + 7_200_000).toISOString() },
    ...{
      onlineChangedAt: new Date().toISOString(),
      runMode: null,
      serviceOk: '1',
      battery: 3,
      isCharging: '0',
    },
    ...{
      batteryTemp: 30,
      brightness: null,
      osVersion: null,
      apkVersion: null,
      ecVersion: null,
      overHttp: false,
      sdCardLeftSpace: null,
    },
    ...{ availMemory: null, taskName: null, msg: null, toMend: null },
  })
  // The first push may be sent before the page listens.
  const firstAfterUpdate = () => {
    site.deps.hub.deviceStateChanged(DeviceId.parse(3), newest())
    return cards.first().getAttribute('aria-label')
  }
  await expect.poll(firstAfterUpdate, { interval: 500 }).toBe('D0003')
  expect(await cards.first().textContent()).toMatch(/3%/)

  // Filters are in the address and survive a reload.
  await page.goto('/device/monitor?battery=20&serviceOk=0')
  await page.getByText(t('monitor.empty')).waitFor()
  expect(await cards.count()).toBe(0)
  await page.goto('/device/monitor?serviceOk=0&view=table')
  await expect.poll(() => page.locator('[data-device]').count()).toBe(1)
  await page.goto('/device/monitor?search=D0001')
  await expect.poll(() => cards.count()).toBe(1)

  // The operations of a card in the spec's order, then the device's own page.
  await page
    .getByRole('button', { name: t('table.partOf', { title: t('screen.operations'), name: 'D0001' }) })
    .click()
  const items = page.locator('.ant-dropdown').getByRole('menuitem')
  await expect.poll(() => items.count()).toBe(8)
  expect(await items.allTextContents()).toEqual([
    ...(['log', 'settings', 'start', 'stop', 'release'] as const).map((name) => t(`screen.${name}`)),
    t('screenLink.add'),
    ...(['rebootAgent', 'rebootPhone'] as const).map((name) => t(`screen.${name}`)),
  ])
  site.deps.events.record({
    deviceId: DeviceId.parse(1),
    kind: 'command',
    userId: UserId.parse(1),
    details: { command: 'rebootEC' },
  })
  await site.deps.events.flush()
  await page.keyboard.press('Escape')
  await page.goto('/device/detail/D0001')
  await expect.poll(() => page.locator('figure canvas').count()).toBe(5)
  await expect.poll(() => page.getByText(t('command.rebootEC')).first().isVisible()).toBe(true)
})
