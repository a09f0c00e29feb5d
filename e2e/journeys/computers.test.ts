import { computerReport, FakeComputer } from '@fleetdeck/testing/phones/fake-computer'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
let computer: FakeComputer
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(async () => {
  computer?.socket?.close()
  await deck?.stop()
})

/** For the check of both appearances. */
const followsSystem = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
const hub = { kind: 'hub', vendorId: '2109', productId: '2817', mbitPerSecond: 480 } as const
const node = { kind: 'device', vendorId: '18d1', productId: '4ee7', mbitPerSecond: 480 } as const
const report = computerReport({
  usb: [
    { ...hub, path: 'usb1', words: 'xHCI Host Controller', ports: 4 },
    {
      ...{ ...hub, path: '1-4', words: 'VIA Labs USB2.0 Hub', ports: 4 },
      ...{ powerSwitching: 'perPort', portsOff: [4] },
    },
    { ...node, path: '1-4.1', words: 'Xiaomi Redmi Note 9', serial: 'R58M1' },
    { ...node, path: '1-4.2', words: 'SAMSUNG_Android', serial: 'R58M2' },
  ],
  phones: [
    { serial: 'R58M1', state: 'working', seconds: 60, port: '1-4.1', transport: 'usb', hardwareId: 'hw-1' },
    { serial: 'R58M2', state: 'unauthorized', seconds: 60, port: '1-4.2', transport: 'usb' },
  ],
  errors: [{ code: 'phone', words: 'device offline', serial: 'R58M2', seconds: 30 }],
})

test('an operator sees how to add a computer, then its hubs, ports and phones, and restarts its adb server', async () => {
  const { page, t, errors } = await deck.open({ storage: followsSystem })
  await page.goto('/device/computer')
  await page.getByText(t('computer.empty')).waitFor()
  await page.getByText(t('enrol.android')).waitFor()

  computer = new FakeComputer(deck.site.address)
  await computer.enrol(deck.site.deps.parameters.get('device.enrolmentKey'))
  await computer.connect(report)
  await page.getByRole('button', { name: 'rack-1', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(t('computer.isOnline')).first().waitFor()
  const tree = drawer.getByRole('region', { name: `${t('computer.hub')} 1-4` })
  await tree.getByText('R58M1').waitFor()
  await tree.getByText(t('unusable.unauthorized')).waitFor()
  await tree.getByText(t('computer.portOff')).waitFor()
  expect(await violations(page, 'computer')).toEqual([])

  await drawer.getByRole('button', { name: t('computer.command.restartAdb') }).click()
  await page.getByText(t('computer.hint.restartAdb')).waitFor()
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: t('computer.command.restartAdb') })
    .click()
  const { id, command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'restartAdb' })
  computer.send({ action: 'commandDone', id })
  await page
    .getByText(t('computer.commandDone', { command: t('computer.command.restartAdb'), name: 'rack-1' }))
    .waitFor()
  expect(errors).toEqual([])
})

test('an operator reads the log of the agent, and is shown why a port could not be switched', async () => {
  const { page, t } = await deck.open({ width: 375, height: 800 })
  await page.goto('/device/computer?computer=1')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: t('computer.command.readLog') }).click()
  const read = await computer.nextCommand()
  computer.send({ action: 'commandDone', id: read.id, lines: ['agent started', 'R58M1 connected'] })
  const log = page.getByRole('dialog', { name: t('computer.logOf', { name: 'rack-1' }) })
  await log.getByText('R58M1 connected').waitFor()
  await page.keyboard.press('Escape')
  expect(await misfits(page)).toEqual([])

  const port = t('computer.portOf', { hub: '1-4', port: 2 })
  await drawer.getByRole('button', { name: t('computer.portActions', { port }) }).click()
  await page.getByText(t('computer.powerOff'), { exact: true }).click()
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: t('computer.powerOff') })
    .click()
  const { id, command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'switchPort', hub: '1-4', port: 2, isOn: false })
  computer.send({ action: 'commandFailed', id, failure: 'notPermitted', words: 'EACCES' })
  await page.getByText(t('computer.notPermitted', { words: 'EACCES' })).waitFor()
})

test('an operator pairs a phone by QR code, then one by the code that it shows', async () => {
  const { page, t } = await deck.open({ width: 375, height: 800, storage: followsSystem })
  await page.goto('/device/computer?computer=1')
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: t('computer.pair') }).click()
  const dialog = page.getByRole('dialog', { name: t('computer.pairTitle', { name: 'rack-1' }) })
  await dialog.getByText(t('computer.pairWaiting')).waitFor()
  await dialog.getByText(t('computer.pairStep.qr')).waitFor()
  expect(await violations(page, 'pairing', '.ant-modal')).toEqual([])
  expect(await misfits(page)).toEqual([])
  const first = await computer.nextCommand()
  computer.send({ action: 'commandDone', id: first.id })
  const second = await computer.nextCommand()
  expect(second.command).toEqual(first.command)
  computer.send({ action: 'commandDone', id: second.id, paired: 'adb-R58M-AbCdEf' })
  await dialog.getByText(t('computer.paired', { phone: 'adb-R58M-AbCdEf' })).waitFor()

  await dialog.getByRole('tab', { name: t('computer.pairByCode') }).click()
  await dialog.getByLabel(t('computer.pairAddress')).fill('192.168.1.23')
  await dialog.getByLabel(t('computer.pairByCode'), { exact: true }).and(page.locator('input')).fill('48219')
  await dialog.getByRole('button', { name: t('computer.pair') }).click()
  await dialog.getByText(t('computer.phoneAddress')).waitFor()
  await dialog.getByText(t('computer.pairingCode')).waitFor()
  await dialog.getByLabel(t('computer.pairAddress')).fill('192.168.1.23:37123')
  await dialog.getByLabel(t('computer.pairByCode'), { exact: true }).and(page.locator('input')).fill('482193')
  await dialog.getByRole('button', { name: t('computer.pair') }).click()
  const { id, command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'pairByCode', host: '192.168.1.23', port: 37_123, code: '482193' })
  computer.send({ action: 'commandFailed', id, failure: 'codeRefused' })
  await page.getByText(t('computer.codeRefused')).waitFor()
  await dialog.getByRole('button', { name: t('computer.pair') }).click()
  const again = await computer.nextCommand()
  computer.send({ action: 'commandDone', id: again.id, paired: 'adb-R58N-XyZ' })
  await dialog.getByText(t('computer.paired', { phone: 'adb-R58N-XyZ' })).waitFor()
})

test('an operator limits charging, sees how each phone is connected, and goes from a computer to its devices', async () => {
  const { db } = deck.site.deps
  await db.execute(
    sql`insert into devices (device_no, device_id, tenant_id) values ('SZ1', 'hw-1', 1), ('SZ2', 'hw-2', 1), ('SZ3', 'hw-3', 1)`,
  )
  await db.execute(sql`insert into phone_checks (device_id, checked_at, findings, to_mend)
    select id, now(), '[]', '{input}' from devices where device_no = 'SZ1'`)
  const { page, t, errors } = await deck.open({ storage: followsSystem })
  await page.goto('/device/computer')
  await page
    .getByRole('row', { name: /rack-1/ })
    .getByRole('button', { name: t('table.edit') })
    .click()
  await page.getByRole('switch', { name: t('computer.command.limitCharge') }).click()
  const high = page.getByLabel(t('computer.charge.high'))
  await high.fill('35')
  await page.getByRole('button', { name: t('common.save') }).click()
  await page.getByText(t('computer.chargeRange')).waitFor()
  await high.fill('80')
  await page.getByRole('button', { name: t('common.save') }).click()
  const { command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'limitCharge', limit: { low: 30, high: 80 } })

  const usual = { state: 'working', seconds: 60, isGivenUp: false } as const
  computer.report({
    ...report,
    phones: [
      {
        ...{ ...usual, serial: '10.0.0.7:5555', other: 'R58M1', port: '1-4.1', hardwareId: 'hw-1' },
        ...{ transport: 'wifi', charging: { by: 'hub', isHeld: true } },
      },
      {
        ...{ ...usual, serial: 'R58M2', port: '1-4.2', hardwareId: 'hw-2', transport: 'usb' },
        ...{ state: 'offline', isGivenUp: true },
      },
    ],
  })
  await page.getByRole('button', { name: 'rack-1', exact: true }).click()
  const drawer = page.getByRole('dialog')
  const row = drawer.getByRole('row', { name: /10\.0\.0\.7/ })
  await row.getByText('1-4.1').waitFor()
  await row.getByText(t('computer.charge.hub')).waitFor()
  await row.getByRole('button', { name: t('computer.command.useUsb') }).click()
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: t('computer.command.useUsb') })
    .click()
  const ordered = await computer.nextCommand()
  expect(ordered.command).toEqual({ type: 'useUsb', serial: '10.0.0.7:5555' })
  computer.send({ action: 'commandDone', id: ordered.id })

  await drawer.getByRole('link', { name: t('computer.itsDevices') }).click()
  await page.getByRole('row', { name: /SZ1/ }).waitFor()
  await page.getByText(new RegExp(`^${t('computer.one')}.+rack-1$`)).waitFor()
  expect(await page.getByRole('row', { name: /SZ3/ }).count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('computerId')).toBe('1')
  await page.goBack()
  await drawer.getByText('R58M2').first().waitFor()
  await page.goto('/device/wall?toMend=input')
  await page.getByText('SZ1', { exact: true }).first().waitFor()
  expect(await page.getByText('SZ2', { exact: true }).count()).toBe(0)

  await deck.site.flush()
  await deck.site.alarmMonitor.check()
  await page.goto('/alarm/incident?state=open')
  await page.getByRole('button', { name: t('deviceIncident.what.deadPhone', { count: 1 }) }).click()
  const incident = page.getByRole('dialog')
  await incident.getByText(t('deadPhone.port', { port: '1-4.2' })).waitFor()
  expect(await violations(page, 'dead-phones')).toEqual([])
  computer.report(report)
  expect(errors).toEqual([])
})

test('a computer that disconnects is shown as offline with its last report', async () => {
  const { page, t } = await deck.open()
  await page.goto('/device/computer')
  await page.getByText(t('computer.phoneCounts', { working: 1, unusable: 1 })).waitFor()
  computer.socket?.close()
  await page.getByText(t('computer.isOffline'), { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'rack-1', exact: true }).click()
  await page.getByText(t('computer.lastReport')).waitFor()
})
