import { type AddressInfo, createServer } from 'node:net'
import { invitationText, newInvitation } from '@fleetdeck/contract/pairing-invitation'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakeAdbd } from '@fleetdeck/testing/phones/fake-adbd'
import { FakeAnnouncer } from '@fleetdeck/testing/phones/fake-announcer'
import { FakePairing, serverSide } from '@fleetdeck/testing/phones/fake-pairing'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newAdbKey } from '../adb-key.ts'
import { tlsIdentity } from '../certificate.ts'
import { openDirect } from '../direct-phone.ts'
import { NotPaired } from '../phone-wire.ts'
import { CodeRefused, pair } from './pair.ts'
import { NobodyCame, pairByQr } from './pair-by-qr.ts'
import { services } from './service-discovery.ts'

let phone: FakePhone
let page: FakePairing
let daemon: FakeAdbd
const key = newAdbKey()
const { signal } = new AbortController()
const at = (port: number) => ({ host: '127.0.0.1', port })
beforeEach(async () => {
  phone = new FakePhone('R58M', androidScript())
  phone.usesTls = true
  page = await FakePairing.start(phone, '482193')
  daemon = await FakeAdbd.start(phone)
})
afterEach(async () => {
  await page.stop()
  await daemon.stop()
})

test('a paired phone is reached over TLS', async () => {
  expect(await pair({ address: at(page.port), code: '482193', key, signal })).toBe('adb-R58M-AbCdEf')
  const adb = await openDirect(at(daemon.port), { key, asks: () => {}, signal })
  expect(await adb.subprocess.noneProtocol.spawnWaitText('getprop')).toContain('[ro.serialno]: [R58M]')
  await adb.close()
})

test('a wrong code is refused, and the phone keeps no key', async () => {
  const pairing = pair({ address: at(page.port), code: '482194', key, signal })
  await expect(pairing).rejects.toThrow(CodeRefused)
  expect(phone.keys).toEqual([])
})

test('a phone that was paired with another computer says so', async () => {
  await pair({ address: at(page.port), code: '482193', key, signal })
  const opening = openDirect(at(daemon.port), { key: newAdbKey(), asks: () => {}, signal })
  await expect(opening).rejects.toThrow(NotPaired)
})

test('a phone that scans the QR code is found in the network and paired', async () => {
  const udp = await freePort()
  const announcer = await FakeAnnouncer.start(udp)
  const invitation = newInvitation()
  const scanned = await FakePairing.start(phone, invitation.password)
  try {
    announcer.announce('fleetdeck-another', services.pairing, page.port)
    announcer.announce(invitation.name, services.pairing, scanned.port)
    const network = { port: udp, ip: '127.0.0.1', bind: false, multicast: false } as const
    const paired = pairByQr(invitation, { key, signal, timeoutMs: 60_000 }, { network })
    expect(await paired).toBe('adb-R58M-AbCdEf')
    expect(invitationText(invitation)).toBe(`WIFI:T:ADB;S:${invitation.name};P:${invitation.password};;`)
  } finally {
    await scanned.stop()
    await announcer.stop()
  }
})

test('a code that nobody scans ends after its time', async () => {
  const network = { port: await freePort(), ip: '127.0.0.1', bind: false, multicast: false } as const
  const pairing = pairByQr(newInvitation(), { key, signal, timeoutMs: 50 }, { network })
  await expect(pairing).rejects.toThrow(NobodyCame)
})

test.each([
  ['no packets at all', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(10))],
  ['a packet larger than the protocol allows', Buffer.from('0100ffffffff', 'hex')],
  ['no point of the curve', Buffer.from(`010000000020${'02'.repeat(32)}`, 'hex')],
])('a port that answers with %s is refused', async (_, bytes) => {
  const wrong = createServer((socket) => {
    const tls = serverSide(socket, identity)
    tls.once('secure', () => tls.write(bytes))
  })
  const identity = await tlsIdentity(newAdbKey())
  await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.1', resolve))
  const { port } = wrong.address() as AddressInfo
  const pairing = pair({ address: at(port), code: '482193', key, signal })
  await expect(pairing).rejects.toThrow(/pairing: unexpected packet|not a point/)
  wrong.close()
})
