import { devices } from '@fleetdeck/contract/devices'
import { heartbeatPath } from '@fleetdeck/contract/phone-api'
import { KeyedPhone } from '@fleetdeck/testing/phones/keyed-phone'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { enrolmentChallenges } from '../../platform/db/schema/enrolment.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const opened = (socket: TestSocket) => {
  onTestFinished(() => socket.close())
  return socket
}
async function enrolled(hardwareId = 'phone-1') {
  const phone = new KeyedPhone(site, hardwareId)
  expect(await phone.enrol()).toMatchObject({ code: 0 })
  return phone
}
const listed = async () => (await site.admin.call(devices.list)).list

describe('a phone with a key pair', () => {
  test('proves it at each connection, on any server', async () => {
    const other = await site.another()
    const phone = await enrolled()
    await opened(phone.connect()).next('registered')
    await opened(phone.connect(other.address)).next('registered')
    await expect.poll(listed).toMatchObject([{ hasKey: true, runtime: { online: true } }])
    await other.close()
  })

  test('cannot be replaced by a stolen token, and stays connected in the meantime', async () => {
    const phone = await enrolled()
    const real = opened(phone.connect())
    await real.next('registered')
    const thief = new KeyedPhone(site, 'phone-1')
    thief.token = phone.token
    for (const socket of [thief.connect(), TestSocket.phone(site.address, phone.token)])
      expect((await opened(socket).closed).code).toBe(4401)
    real.send({ action: 'ping' })
    await real.next('pong')
  })

  test('is not connected by a proof that was recorded', async () => {
    const phone = await enrolled()
    const first = phone.key.connection('another-nonce', phone.token)
    const socket = new TestSocket(`${site.address.replace('http', 'ws')}/rapi/ws/device?type=device`, {
      headers: { authorization: `Bearer ${phone.token}` },
    })
    socket.socket.once('open', () => socket.send({ action: 'register', version: 1, proof: first }))
    expect((await opened(socket).closed).code).toBe(4401)
  })

  test('enrols again with its key and the key of the site: the old token ends', async () => {
    const phone = await enrolled()
    const old = opened(phone.connect())
    await old.next('registered')
    const oldToken = phone.token
    expect(await phone.enrol()).toMatchObject({ code: 0 })
    expect((await old.closed).code).toBe(4409)
    await opened(phone.connect()).next('registered')
    const stale = TestSocket.phone(site.address, oldToken, phone.key)
    await opened(stale).closed
    expect(stale.socket.protocol).toBe('')
    expect(await listed()).toHaveLength(1)
  })
})

describe('the proof of an enrolment', () => {
  test('is refused when it is repeated, changed, for another phone, with another key, or too old', async () => {
    const phone = new KeyedPhone(site, 'phone-1')
    let sent: Record<string, unknown> = {}
    await phone.enrol({ spoil: (body) => (sent = structuredClone(body)) })
    const wrong = {
      code: -1,
      msg: 'The proof of the phone’s key is invalid or has expired. Enrol the phone again.',
    }
    expect(await site.nobody.ask({ method: 'POST', path: '/rapi/enroll' }, { body: sent })).toMatchObject(
      wrong,
    )
    const other = new KeyedPhone(site, 'phone-2')
    const spoils: ((body: Record<string, unknown>) => void)[] = [
      (body) => (body.deviceId = 'phone-1'),
      (body) => (body.proof = { ...(body.proof as object), publicKey: phone.key.publicKey }),
    ]
    for (const spoil of spoils) expect(await other.enrol({ spoil })).toMatchObject(wrong)
    const late = await other.enrol({ spoil: () => {} })
    expect(late.code).toBe(0)
    expect((await site.deps.db.select().from(enrolmentChallenges)).length).toBe(0)
  })

  test('is refused after a minute', async () => {
    const phone = new KeyedPhone(site, 'phone-1')
    const { db } = site.deps
    const key = site.deps.parameters.get('device.enrolmentKey')
    const ask = (path: string, body: object) => site.nobody.ask({ method: 'POST', path }, { body })
    const { data } = await ask('/rapi/enroll/challenge', { key, deviceId: 'phone-1' })
    const { nonce } = data as { nonce: string }
    await db.update(enrolmentChallenges).set({ expiresAt: sql`now() - interval '1 second'` })
    const proof = phone.key.enrolment({ nonce, deviceId: 'phone-1', key })
    expect((await ask('/rapi/enroll', { key, deviceId: 'phone-1', proof })).code).toBe(-1)
    expect(await listed()).toEqual([])
  })

  test('is accepted by another server than the one that gave the nonce', async () => {
    const other = await site.another()
    const phone = new KeyedPhone(site, 'phone-1')
    const key = site.deps.parameters.get('device.enrolmentKey')
    const ask = async (address: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as { code: number; data: { nonce: string } }
    }
    const asked = await ask(other.address, '/rapi/enroll/challenge', { key, deviceId: 'phone-1' })
    const proof = phone.key.enrolment({ nonce: asked.data.nonce, deviceId: 'phone-1', key })
    expect(await ask(site.address, '/rapi/enroll', { key, deviceId: 'phone-1', proof })).toMatchObject({
      code: 0,
    })
    await other.close()
  })

  test('needs a right enrolment key to begin with', async () => {
    const phone = new KeyedPhone(site, 'phone-1')
    expect(await phone.enrol({ enrolmentKey: 'guess' })).toMatchObject({
      code: -1,
      msg: 'Incorrect enrolment key or code. Check it and try again.',
    })
    expect(await site.deps.db.select().from(enrolmentChallenges)).toEqual([])
  })

  test('is required where the site says so, in the language of the phone', async () => {
    await site.deps.parameters.set('device.requireKey', 'true')
    const key = site.deps.parameters.get('device.enrolmentKey')
    const ask = (language: string) =>
      site
        .as(undefined, language)
        .ask({ method: 'POST', path: '/rapi/enroll' }, { body: { key, deviceId: 'phone-1' } })
    expect((await ask('en')).msg).toBe('This site accepts only phones with a key pair. Update the agent.')
    expect((await ask('zhcn')).msg).toBe('本站点只允许有密钥对的手机接入，请升级客户端')
    await enrolled()
  })
})

describe('a phone whose agent got a key pair later', () => {
  test('attaches it by connecting with its token, and needs it from then on', async () => {
    const token = await site.enrol('phone-1')
    const phone = new KeyedPhone(site, 'phone-1')
    phone.token = token
    await opened(phone.connect()).next('registered')
    expect(await listed()).toMatchObject([{ hasKey: true }])
    expect((await opened(TestSocket.phone(site.address, token)).closed).code).toBe(4401)
    await opened(phone.connect()).next('registered')
  })

  test('attaches it without a socket by enrolling with its token', async () => {
    const token = await site.enrol('phone-1')
    const phone = new KeyedPhone(site, 'phone-1')
    const key = site.deps.parameters.get('device.enrolmentKey')
    const asked = await site.nobody.ask(
      { method: 'POST', path: '/rapi/enroll/challenge' },
      { body: { key, deviceId: 'phone-1' } },
    )
    const { nonce } = asked.data as { nonce: string }
    const proof = phone.key.enrolment({ nonce, deviceId: 'phone-1', key })
    const owner = site.as(token)
    const body = { key, deviceId: 'phone-1', proof }
    expect((await owner.ask({ method: 'POST', path: '/rapi/enroll' }, { body })).code).toBe(0)
    expect(await listed()).toMatchObject([{ hasKey: true }])
  })

  test('keeps the first of two keys that are proven with its token', async () => {
    const token = await site.enrol('phone-1')
    const [one, two] = [new KeyedPhone(site, 'phone-1'), new KeyedPhone(site, 'phone-1')]
    one.token = two.token = token
    await opened(one.connect()).next('registered')
    expect((await opened(two.connect()).closed).code).toBe(4401)
  })

  test('is counted among those without one until then', async () => {
    await site.enrol('phone-1')
    await enrolled('phone-2')
    const idsOf = async (hasKey: '0' | '1') =>
      (await site.admin.call(devices.list, { query: { hasKey } })).list.map(({ deviceId }) => deviceId)
    expect([await idsOf('0'), await idsOf('1')]).toEqual([['phone-1'], ['phone-2']])
  })
})

describe('a call over HTTP of a phone with a key', () => {
  test('is accepted when it is signed, and refused unsigned, changed, or signed by another key', async () => {
    const phone = await enrolled()
    expect((await phone.call(heartbeatPath, { battery: 55 })).code).toBe(0)
    const bare = { authorization: `Bearer ${phone.token}` }
    expect(await phone.send(heartbeatPath, 'e30=', bare)).toMatchObject({
      code: 401,
      msg: 'The proof of the phone’s key is missing. Update the agent.',
    })
    const thief = new KeyedPhone(site, 'phone-1')
    thief.token = phone.token
    const wrong = { code: 401, msg: 'The proof of the phone’s key is invalid. Enrol the phone again.' }
    expect(await thief.call(heartbeatPath, { battery: 5 })).toMatchObject(wrong)
    const address = new URL(heartbeatPath, site.address)
    const signed = { token: phone.token, method: 'POST', address, data: 'e30=', time: Date.now() }
    const headers = phone.key.callHeaders(signed)
    expect(await phone.send(heartbeatPath, 'e30K', headers)).toMatchObject(wrong)
    expect(await phone.send('/rapi/hotScripts', 'e30=', headers)).toMatchObject(wrong)
    expect(await phone.send(heartbeatPath, 'e30=', { ...headers, 'phone-proof': 'x' })).toMatchObject(wrong)
    expect((await phone.send(heartbeatPath, 'e30=', headers)).code).toBe(0)
  })

  test('allows five minutes between the clocks, and says so', async () => {
    const phone = await enrolled()
    for (const minutes of [-4, 4])
      expect((await phone.call(heartbeatPath, {}, Date.now() + minutes * 60_000)).code).toBe(0)
    for (const minutes of [-6, 6])
      expect(await phone.call(heartbeatPath, {}, Date.now() + minutes * 60_000)).toMatchObject({
        code: 401,
        msg: 'The phone’s clock differs from the site’s by more than 5 minutes. Correct it and try again.',
      })
  })

  test('for the file of a script is refused without the signature', async () => {
    const phone = await enrolled()
    const url = '/rapi/scriptFile/none/a.js'
    const get = async (headers: Record<string, string>) =>
      (await site.app.inject({ method: 'GET', url, headers })).json().code
    expect(await get({ authorization: `Bearer ${phone.token}` })).toBe(401)
    const call = { token: phone.token, method: 'GET', address: new URL(url, site.address), time: Date.now() }
    expect(await get(phone.key.callHeaders(call))).toBe(404)
  })

  test('is not possible with the number alone while its token is revoked', async () => {
    await site.deps.parameters.set('device.legacyNumberOnly', 'true')
    const phone = await enrolled()
    const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
    await site.admin.ask({ method: 'POST', path: '/device/group/add' }, { body: { groupName: 'Lab' } })
    await site.admin.call(devices.addAssDevice, { body })
    await site.deps.db.execute(sql`update devices set token_hash = null`)
    const payload = { deviceNo: 'A1', data: 'e30=' }
    expect((await site.app.inject({ method: 'POST', url: heartbeatPath, payload })).json().code).toBe(401)
    expect(phone.token).not.toBe('')
  })
})
