import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await console_.site.metrics.sample()
})
afterAll(() => console_.stop())

/** Two checks, because the first may join one in progress. */
async function check() {
  for (const _ of [1, 2]) await console_.site.incidents.check()
}

test('an administrator sees that all is well, then a silent server, acknowledges it and takes that back', async () => {
  const { db } = console_.site.deps
  await check()
  const { page, t, errors } = await console_.open()
  await page.goto('/index')
  await page.getByText(t('home.installationWell', { time: '' }).split('·')[0] ?? '').waitFor()

  // Live: the home page and the bell show it without a reload.
  await db.execute(sql`insert into servers (server_name, facts, started_at, heard_at)
    select 'two:8098', facts, now() - interval '1 day', now() - interval '1 minute' from servers limit 1`)
  await check()
  const card = page.getByRole('region', { name: t('incident.home') })
  await card.getByText(t('incident.kind.serverSilent')).waitFor()
  await card.getByText(t('incident.advice.serverSilent')).waitFor()
  await page.getByRole('button', { name: t('notice.bellIncidents', { count: 1 }) }).click()
  const bell = page.getByRole('region', { name: t('incident.bell') })
  await bell.getByText('two:8098').waitFor()
  await bell.getByRole('link', { name: t('incident.all') }).click()
  await page.waitForURL(/incident\?state=open/)

  const row = page.getByRole('row').filter({ hasText: 'two:8098' })
  await row.getByRole('button', { name: t('incident.detail') }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(t('incident.advice.serverSilent')).waitFor()
  await drawer.getByRole('button', { name: t('incident.ack'), exact: true }).click()
  await row.getByRole('cell', { name: 'admin', exact: true }).waitFor()
  await page.getByRole('button', { name: t('device.undo') }).click()
  await expect.poll(() => row.getByRole('cell', { name: 'admin', exact: true }).count()).toBe(0)

  await db.execute(sql`update servers set heard_at = now()`)
  await db.execute(sql`update incidents set last_seen_at = now() - interval '1 minute'`)
  await check()
  await expect.poll(() => row.count()).toBe(0)
  expect(errors).toEqual([])
})

test.each([
  { width: 375, colorScheme: 'dark', language: 'en' },
  { width: 1440, colorScheme: 'light', language: 'zhcn' },
] as const)('incidents fit a page of $width px', async (view) => {
  await console_.site.deps.db.execute(sql`
    insert into incidents (kind, subject, severity, "values", opened_at, last_seen_at) values
      ('diskFull', 'fleet-host-07.example.net:8098', 'critical', '{"percent": 4, "freeMegabytes": 812}', now(), now() + interval '1 hour'),
      ('databaseAway', 'two:8098', 'critical', '{"reason": "silent"}', now(), now() + interval '1 hour'),
      ('queueGrows', 'messages', 'warning', '{"count": 32, "minutes": 6}', now(), now() + interval '1 hour')
    on conflict do nothing`)
  const { page, t } = await console_.open({
    ...view,
    height: 900,
    storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) },
  })
  await page.goto('/index')
  const card = page.getByRole('region', { name: t('incident.home') })
  await card.getByText(t('incident.kind.databaseAway')).waitFor()
  expect(await misfits(page)).toEqual([])
  expect(await violations(page, 'home')).toEqual([])
  await page.getByRole('button', { name: t('notice.bellIncidents', { count: 3 }) }).click()
  await page
    .getByRole('region', { name: t('incident.bell') })
    .getByText(t('incident.kind.diskFull'))
    .waitFor()
  expect(await misfits(page)).toEqual([])
  await page.goto('/monitor/incident')
  await page.getByText(t('incident.kind.diskFull')).first().waitFor()
  expect(await misfits(page)).toEqual([])
  expect(await violations(page, 'incidents')).toEqual([])
})
