import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { computerReport, FakeComputer } from '@fleetdeck/testing/phones/fake-computer'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Console, startConsole } from '../helpers/console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  const { db, parameters } = console_.site.deps
  await parameters.set('alarm.settleSeconds', '0')
  await db.execute(sql`insert into alarm_settings (user_id, robot_kind, at_all, frequency, count, prefix, memory, offline,
      low_battery, service_down) values (1, 'dingtalk', false, 600, 3, '', 0, 60, 0, true)`)
  await db.execute(sql`insert into devices (device_no, device_id, brand, mode, tenant_id, ip)
    select 'D' || lpad(n::text, 3, '0'), 'phone-' || n, 'Deck', 'One', 1, '10.7.' || n / 200 || '.' || n % 200
    from generate_series(1, 300) n`)
  await db.execute(sql`update devices set ip = '10.7.1.' || id % 200`)
  await db.execute(sql`insert into computers (installation, token_hash, computer_name, host, ip, agent_version)
    values ('a', 'a', 'rack-1', 'h', '', '1')`)
  await db.execute(sql`insert into computer_phones (computer_id, serial, hardware_id, state, since, transport, is_given_up)
    select 1, 's' || n, 'phone-' || n, 'unplugged', now(), 'usb', false from generate_series(1, 20) n`)
  await db.execute(sql`insert into device_runtime (device_id, online, last_seen_at, online_changed_at, service_ok)
    select id, true, now() + interval '1 hour', now(), '1' from devices`)
})
afterAll(() => console_.stop())

test('300 phones of one network are one incident on home, in the bell and in the list, and are handled there', async () => {
  const { db } = console_.site.deps
  await addHolder(
    console_.site,
    { userName: 'able', parentId: UserId.parse(1) },
    { permissions: ['alarm/incident/list'], dataScope: DataScope.all },
  )
  const computer = new FakeComputer(console_.site.address, 'b2')
  onTestFinished(() => computer.socket?.close())
  await computer.enrol(console_.site.deps.parameters.get('device.enrolmentKey'), { host: 'rack-2' })
  const phones = Array.from({ length: 20 }, (_, n) => ({
    ...({ serial: `usb-${n}`, state: 'offline', seconds: 60, transport: 'usb' } as const),
    hardwareId: `phone-${n + 21}`,
  }))
  await computer.connect(computerReport({ host: 'rack-2', phones }))
  await console_.site.flush()
  const { page, t, errors } = await console_.open()
  const title = t('deviceIncident.what.offline', { count: 300 })
  const cause = t('deviceIncident.cause.network', { value: '10.7.1.0/24' })
  await page.goto('/index')
  const needs = page.getByRole('region', { name: t('home.needsYou') })
  await needs.and(page.locator('[aria-busy=false]')).waitFor()
  await db.execute(
    sql`update device_runtime set online = false, online_changed_at = now() - interval '2 minutes'`,
  )
  await needs.getByText(title).waitFor()
  expect(
    await needs
      .getByRole('listitem')
      .filter({ hasText: /D\d{3}/ })
      .count(),
  ).toBe(0)
  await page.getByRole('button', { name: new RegExp(`^${t('notice.bell')}`) }).click()
  await page
    .getByRole('region', { name: t('deviceIncident.title') })
    .getByText(title)
    .waitFor()

  await page.goto('/alarm/list')
  const open = page.getByRole('region', { name: t('deviceIncident.openTitle') })
  await open.getByText(cause).waitFor()
  await page.getByText(t('alarm.emptyAlone')).waitFor()
  await open.getByRole('checkbox').click()
  await page.getByRole('link', { name: 'D300' }).waitFor()

  await open.getByText(title).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(`${title} · ${cause}`).waitFor()
  await drawer.getByText('D001、D002、D003、D004、D005…').waitFor()
  // A computer that is away says what to do there.
  const away = drawer.getByRole('listitem').filter({ hasText: t('deviceIncident.computerAway') })
  await away.getByRole('link', { name: 'rack-1' }).waitFor()
  // One that is there gets its commands here, and its page shows the hub.
  const there = drawer.getByRole('listitem').filter({ hasText: 'rack-2' })
  await there.getByRole('button', { name: t('computer.command.reconnect') }).click()
  const { id, command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'reconnect' })
  computer.send({ action: 'commandDone', id, count: 20 })
  const timeLine = drawer.getByRole('region', { name: t('deviceIncident.timeLine') })
  const reconnect = { command: t('computer.command.reconnect'), name: 'rack-2' }
  const step = timeLine
    .getByRole('listitem')
    .filter({ hasText: t('deviceIncident.event.ordered', reconnect) })
  await step.getByText(t('deviceIncident.stepPhones', { count: 20 })).waitFor()
  await there.getByRole('link', { name: 'rack-2' }).click()
  await page.getByRole('region', { name: `${t('computer.hub')} 1-4` }).waitFor()
  await page.goBack()
  await drawer.getByRole('button', { name: t('deviceIncident.ack') }).click()
  await drawer.getByRole('button', { name: t('deviceIncident.unack') }).waitFor()
  await drawer.getByRole('button', { name: t('deviceIncident.silence') }).click()
  await page.getByText(t('deviceIncident.silenceFor', { hours: 4 })).click()
  await drawer.getByRole('button', { name: t('deviceIncident.unsilence') }).waitFor()
  await drawer.getByRole('combobox', { name: t('deviceIncident.assignee') }).click()
  await page.getByTitle(/able/).click()
  await timeLine.getByText(t('deviceIncident.event.assigned', { name: 'able' })).waitFor()
  await timeLine.getByLabel(t('deviceIncident.comment')).fill('3 号交换机断电')
  await timeLine.getByRole('button', { name: t('deviceIncident.comment') }).click()
  await timeLine.getByText('3 号交换机断电').waitFor()
  // The alarms are its details, and acknowledged with it.
  const details = drawer.getByRole('region', { name: t('deviceIncident.alarms') })
  await details.getByRole('row', { name: /D001/ }).getByText(t('alarm.state.acknowledged')).waitFor()
  await drawer.getByRole('button', { name: t('deviceIncident.wall') }).click()
  await page.waitForURL('**/device/wall?chosen=1,2,3,*')

  await db.execute(sql`update device_runtime set online = true, online_changed_at = now()`)
  await page.goto('/alarm/incident')
  await page.getByRole('cell', { name: t('deviceIncident.state.ended') }).waitFor()
  await page
    .getByRole('region', { name: t('deviceIncident.figures') })
    .getByRole('img')
    .first()
    .waitFor()
  // Also when it is over, it is not 300 rows, unless those of one device are wanted.
  await page.goto('/alarm/list')
  await open.getByText(t('deviceIncident.openCount', { count: 0 })).waitFor()
  await page.getByText(t('alarm.empty')).waitFor()
  await page.goto('/alarm/list?deviceNo=D300')
  await page.getByRole('link', { name: 'D300' }).waitFor()
  expect(await open.getByRole('checkbox').isChecked()).toBe(false)
  expect(errors).toEqual([])
})
