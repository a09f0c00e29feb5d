import { type RobotServer, startRobot } from '@fleetdeck/testing/peers/robot-server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let console_: Console
let robot: RobotServer
beforeAll(async () => {
  console_ = await startConsole()
  robot = await startRobot()
  const { db, parameters } = console_.site.deps
  await parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
  await parameters.set('alarm.settleSeconds', '0')
  await parameters.set('alarm.groupSeconds', '1')
  await db.execute(sql`insert into devices (device_no, device_id, brand, mode, tenant_id)
    select 'D' || n, 'phone-' || n, 'Deck', 'One', 1 from generate_series(1, 3) n`)
  await db.execute(sql`insert into device_runtime (device_id, online, last_seen_at, online_changed_at, service_ok)
    select id, true, now() + interval '1 hour', now(), '1' from devices`)
})
afterAll(async () => {
  await robot.stop()
  await console_.stop()
})

test('a bot is set up and tested, receives an alarm, and a user acknowledges it', async () => {
  const { db } = console_.site.deps
  const { page, t, errors } = await console_.open()
  await page.goto('/alarm/setting')
  await page
    .getByRole('button', { name: t('alarm.settingAdd') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByText(t('alarm.robot.feishu')).click()
  await form.getByLabel(t('alarm.address')).fill('http://10.0.0.1/hook')
  await form.getByLabel(t('alarm.offline')).fill('5')
  await form.getByRole('button', { name: t('table.save') }).click()
  await form.getByText(t('alarm.offlineRange')).waitFor()
  await form.getByLabel(t('alarm.offline')).fill('60')
  await form.getByRole('button', { name: t('table.save') }).click()
  await form.getByText('10.0.0.1').waitFor()
  // The test names the parameter that refuses.
  await form.getByRole('button', { name: t('alarm.test') }).click()
  await form
    .getByText(`“${t('parameter.sys.outgoing.privateNetworks')}”`)
    .last()
    .waitFor()

  // The bot's own message, unmodified.
  await form.getByLabel(t('alarm.address')).fill(`${robot.address}/hook/0123456789abcdef`)
  robot.answer = { status: 200, body: '{"code":19021,"msg":"sign match fail"}' }
  await form.getByRole('button', { name: t('alarm.test') }).click()
  await form.getByText('sign match fail').waitFor()
  robot.answer = { status: 200, body: '{"code":0,"msg":"success"}' }
  await form.getByLabel(t('alarm.atAll')).click()
  await form.getByRole('button', { name: t('alarm.test') }).click()
  await form.getByText(t('alarm.testSent')).waitFor()
  await form.getByRole('button', { name: t('table.save') }).click()
  await page.getByText('…cdef').first().waitFor()
  expect(await page.content()).not.toContain('0123456789')

  // Live: new alarms appear automatically, and the group gets one message for all.
  await page.goto('/alarm/list')
  await page.getByText(t('alarm.empty')).waitFor()
  await db.execute(sql`update device_runtime set service_ok = '0'`)
  await expect.poll(() => page.getByRole('link', { name: /^D\d$/ }).count()).toBe(3)
  await expect.poll(() => robot.hits.length).toBe(3)
  expect(JSON.stringify(robot.hits[2]?.body)).toMatch(/3 台设备服务未启动.*D1、D2、D3/)

  await page.getByRole('table').getByRole('checkbox').first().click()
  await page
    .getByRole('status')
    .getByRole('button', { name: t('alarm.ack') })
    .click()
  await page.getByRole('dialog').getByLabel(t('alarm.note')).fill('已派人查看')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('alarm.ack') })
    .click()
  await expect.poll(() => page.getByText('已派人查看').count()).toBe(3)
  await db.execute(sql`update device_runtime set service_ok = '1' where device_id < 3`)
  await expect
    .poll(() => page.locator('tbody').getByText(t('alarm.state.resolved'), { exact: true }).count())
    .toBe(2)

  await page.goto('/alarm/message')
  await page.getByRole('cell', { name: t('alarm.messageKind.recovered'), exact: true }).waitFor()
  await page.goto('/index')
  const needs = page.getByRole('region', { name: t('home.needsYou') })
  const alarm = needs.getByRole('listitem').filter({ hasText: 'D1' })
  await needs.and(page.locator('[aria-busy=false]')).waitFor()
  expect(await alarm.count()).toBe(0)
  await db.execute(sql`update device_runtime set service_ok = '0' where device_id = 1`)
  await alarm.getByRole('button', { name: t('alarm.ack') }).click()
  await alarm.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('alarms of a stopped hot update and an unreadable repository lead to their pages', async () => {
  const { db } = console_.site.deps
  await addScriptAlarms(db)
  const { page, t, errors } = await console_.open()
  await page.goto('/alarm/setting')
  await page
    .getByText(t('alarm.watchSource', { value: 3 }))
    .first()
    .waitFor()
  await page.goto('/alarm/list')
  const kinds = page.locator('tbody')
  await kinds.getByText(t('alarm.kind.hotScript')).waitFor()
  expect(await kinds.getByText(t('alarm.failures', { count: 4 })).count()).toBe(1)
  await page.getByRole('link', { name: 'Checkout fix' }).click()
  await page.waitForURL('**/hot/hotScript?hotName=Checkout%20fix')
  await page.getByRole('cell', { name: 'Checkout fix shop.js' }).waitFor()
  await page.goto('/index')
  const needs = page.getByRole('region', { name: t('home.needsYou') })
  const alarm = needs.getByRole('listitem').filter({ hasText: 'Team scripts' })
  await alarm.getByRole('button', { name: t('home.lookAt') }).click()
  await page.waitForURL('**/task/scriptSource?sourceName=Team%20scripts')
  await page.getByRole('button', { name: 'Team scripts' }).waitFor()
  expect(errors).toEqual([])
})

/** The settings are those of the journey above. */
async function addScriptAlarms(db: Db) {
  await db.execute(sql`insert into platforms (platform_name, tenant_id) values ('Shop', 1)`)
  await db.execute(sql`insert into scripts (script_name, platform_id, tenant_id) values ('shop.js', 1, 1)`)
  await db.execute(sql`insert into script_versions (script_id, version, file_name, original_name, size, md5)
    values (1, '2', 'x', 'x.js', 1, '')`)
  const evidence = {
    ...{ verdict: 'worse', runs: 8, failed: 3, phones: 3, minPhones: 3, minRuns: 20, low: 11, high: 60 },
    before: { runs: 90, failed: 2 },
  }
  await db.execute(sql`
    insert into hot_scripts (hot_name, tenant_id, script_id, version_id, force_update, version_popup, version_msg,
      group_ids, state, percent, exception_limit, when_over, evidence, stopped_at, published_at)
    values ('Checkout fix', 1, 1, 1, 0, 0, '', '[]', 'withdrawn', 1, 5, 1, ${JSON.stringify(evidence)}, now(), now())`)
  await db.execute(sql`
    insert into script_sources (source_name, tenant_id, platform_id, address, branch, folder, auth_kind,
      interval_minutes, hook_key, hook_secret, provider, state, failure, failures, failing_since, next_at)
    values ('Team scripts', 1, 1, 'https://git.example.org/team/scripts.git', 'main', '', 'none', 15, 'k', '', 'other',
      'failed', 'unreachable', 4, now() - interval '20 minutes', now() + interval '1 hour')`)
}
