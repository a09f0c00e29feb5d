import { bookingPermission, bookPermission } from '@fleetdeck/contract/bookings'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['B1', 'B2'])
})
afterAll(() => console_?.stop())

const permissions = [bookingPermission, bookPermission, controlPermission, devices.list.permission]
async function open(userName: string) {
  const user = await addHolder(console_.site, { userName }, { permissions, dataScope: DataScope.all })
  const opened = await console_.visit({ token: user.client.token })
  await opened.page.goto('/device/booking')
  return { ...opened, id: user.id }
}

test('a phone is reserved by a drag, taken over in line, and shown to others as reserved', async () => {
  const li = await open('li')
  const { t } = li
  const row = (page: typeof li.page, deviceNo: string) =>
    page.getByRole('region', { name: deviceNo, exact: true })
  const drawer = (page: typeof li.page) => page.getByRole('dialog')
  const save = (page: typeof li.page) =>
    drawer(page)
      .getByRole('button', { name: t('booking.reserve'), exact: true })
      .click()

  await li.page.getByRole('button', { name: t('booking.after') }).click()
  const track = row(li.page, 'B2').locator('[data-free]')
  const box = await track.boundingBox()
  if (!box) throw new Error('no calendar')
  await li.page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2)
  await li.page.mouse.down()
  await li.page.mouse.move(box.x + box.width * 0.56, box.y + box.height / 2, { steps: 4 })
  await li.page.mouse.up()
  await save(li.page)
  await li.page.getByText(t('booking.reserved', { devices: 'B2' })).waitFor()
  const booked = row(li.page, 'B2').getByRole('button', { name: /^li · .*12:00 – .*13:30$/ })
  await booked.waitFor()
  await li.page.reload()
  await booked.waitFor()

  await li.page.getByRole('button', { name: t('booking.today') }).click()
  await row(li.page, 'B1')
    .getByRole('button', { name: t('booking.reserve') })
    .click()
  await save(li.page)
  await row(li.page, 'B1')
    .getByRole('button', { name: /^li · / })
    .waitFor()

  const wang = await open('wang')
  await row(wang.page, 'B1')
    .getByRole('button', { name: /^li · / })
    .waitFor()
  await row(wang.page, 'B1')
    .getByRole('button', { name: t('booking.reserve') })
    .click()
  await save(wang.page)
  await drawer(wang.page).getByRole('alert').getByText('li').waitFor()
  await drawer(wang.page)
    .getByRole('button', { name: t('booking.wait') })
    .click()
  await wang.page.getByRole('button', { name: t('booking.leave') }).waitFor()

  const screen = await console_.visit({ token: await userToken(wang.id) })
  await screen.page.goto('/screen?deviceNo=B1')
  await screen.page.getByText(/li.*(预约至|until).*(只能查看|watch)/).waitFor()

  const mine = li.page.getByRole('region', { name: t('booking.mine') })
  await mine
    .getByRole('button', { name: t('booking.end') })
    .first()
    .click()
  await li.page
    .getByRole('dialog')
    .getByRole('button', { name: t('booking.end') })
    .click()
  await wang.page.getByRole('button', { name: t('notice.bellBookings', { count: 1 }) }).waitFor()
  // Also on other pages than that of bookings.
  const offer = screen.page.getByRole('alert').filter({ hasText: t('booking.offered', { devices: 'B1' }) })
  await offer.getByRole('button', { name: t('booking.accept') }).click()
  await screen.page.getByText(t('booking.accepted')).waitFor()
  await screen.page.getByText(t('screen.live')).waitFor()

  // Shortly before its end the booker is warned, and extends it.
  const { db } = console_.site.deps
  await db.execute(sql`update bookings set ends_at = now() + interval '4 minutes' where user_id = ${wang.id}`)
  await console_.site.bookings.check()
  await screen.page.getByText(/(您的预约将于|Your booking ends)/).waitFor()
  await screen.page.getByRole('button', { name: t('booking.extend') }).click()
  await expect.poll(() => screen.page.getByText(/(您的预约将于|Your booking ends)/).count()).toBe(0)
  expect([...li.errors, ...wang.errors, ...screen.errors]).toEqual([])
})

async function userToken(userId: Awaited<ReturnType<typeof open>>['id']) {
  return console_.site.deps.sessions.start(userId, { ip: '127.0.0.1', userAgent: 'journey' })
}
