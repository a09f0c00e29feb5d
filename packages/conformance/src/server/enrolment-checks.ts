import { randomBytes } from 'node:crypto'
import { waitsForApprovalCode } from '@fleetdeck/contract/endpoint'
import { EnrollAnswer } from '@fleetdeck/contract/phone-api'
import { regions } from '@fleetdeck/contract/regions'
import { unusablePhones } from '@fleetdeck/contract/unusable-phones'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { KeyPair } from '../core/key-pair.ts'
import type { ServerContext } from './server-context.ts'

export const enrolmentChecks: Check<ServerContext>[] = [
  {
    id: 'S-101',
    title: 'a phone enrols with the key and gets a token',
    rule: 'A phone enrols once, with an enrolment code or with an enrolment key of the site or of a user.',
    part: 'enrolment',
    async run(context) {
      const { code, msg, data } = await context.stranger().askToEnrol()
      expectEqual(code, 0, `the code (${msg})`)
      const answer = EnrollAnswer.safeParse(data)
      expectThat(answer.success, 'the answer is not that of the contract')
      expectThat(answer.data.token.length > 0, 'the token is empty')
      expectEqual(answer.data.deviceNo, '', 'the number of a phone that is not assigned')
    },
  },
  {
    id: 'S-102',
    title: 'a wrong key is refused with a reason',
    rule: 'The field `key` contains the code or the key.',
    part: 'enrolment',
    async run(context) {
      const { code, msg } = await context
        .stranger()
        .askToEnrol({ key: `wrong ${randomBytes(6).toString('hex')}` })
      expectEqual(code, -1, 'the code')
      expectThat(msg.length > 0, 'the reason is empty')
    },
  },
  {
    id: 'S-103',
    title: 'identities other than printable ASCII of up to 128 characters are refused',
    rule: 'stable over reinstallations, printable ASCII without spaces, up to 128 characters.',
    part: 'enrolment',
    async run(context) {
      for (const deviceId of ['', 'with space', '手机', 'x'.repeat(129)]) {
        const { code } = await context.stranger({ hasKey: false }).askToEnrol({ deviceId })
        expectEqual(code, -1, `the code for the identity “${deviceId.slice(0, 20)}”`)
      }
    },
  },
  {
    id: 'S-104',
    title: 'unknown fields are ignored',
    rule: 'Both sides ignore unknown fields, so that versions can differ.',
    part: 'enrolment',
    async run(context) {
      const { code } = await context.stranger().askToEnrol({ colour: 'red', nested: { deep: [1] } })
      expectEqual(code, 0, 'the code')
    },
  },
  {
    id: 'S-105',
    title: 'a proof of another key is refused, and a nonce is valid once',
    rule: 'It is valid once, for 60 s, on any server of the installation.',
    part: 'keys',
    async run(context) {
      const phone = context.stranger()
      const { deviceId, key } = phone
      const facts = { nonce: await phone.nonce(), deviceId, key: context.wire.key }
      const wrong = { ...new KeyPair().enrolment(facts), publicKey: key?.publicKey }
      expectEqual(
        (await phone.askToEnrol({ proof: wrong })).code,
        -1,
        'the code for the proof of another key',
      )
      const proof = key?.enrolment({ ...facts, nonce: await phone.nonce() })
      expectEqual((await phone.askToEnrol({ proof })).code, 0, 'the code for a right proof')
      expectEqual((await phone.askToEnrol({ proof })).code, -1, 'the code for a nonce that was used')
    },
  },
  {
    id: 'S-106',
    title: 'enrolling again with the stored key ends the old token and its socket',
    rule: 'The old token is revoked immediately, and its socket is closed with 4409.',
    part: 'keys',
    async run(context) {
      const phone = await context.enrolled()
      const socket = await phone.connect()
      const old = phone.token
      await phone.enrol()
      expectEqual((await socket.ended()).code, 4409, 'the close code of the old token’s socket')
      expectEqual(await phone.upgradeStatus(old), 401, 'the HTTP status for the old token')
      await phone.connect()
    },
  },
  {
    id: 'S-107',
    title: 'another phone with a known identity waits for approval, and the known one keeps working',
    rule: 'Any other phone with a known `deviceId` gets code 202 until an operator approves it',
    part: 'enrolment',
    async run(context) {
      const phone = await context.enrolled()
      const socket = await phone.connect()
      const { code } = await context.stranger().askToEnrol({ deviceId: phone.deviceId })
      expectEqual(code, waitsForApprovalCode, 'the code')
      await socket.settled()
    },
  },
  {
    id: 'S-108',
    title: 'a phone without a key pair enrols again with its token',
    rule: 'A phone without a stored key sends its current token in `Authorization` instead.',
    part: 'enrolment',
    async run(context) {
      const phone = await context.stranger({ hasKey: false }).enrol()
      const { code, data } = await phone.askToEnrol({}, { authorization: `Bearer ${phone.token}` })
      expectEqual(code, 0, 'the code')
      expectThat((data as { token: string }).token !== phone.token, 'the token is the old one')
    },
  },
  {
    id: 'S-109',
    title:
      'the first proof of a phone with a token stores its key, and the token alone is refused from then on',
    rule: 'its first `register` with a proof stores the key: an updated agent needs no approval. From then on the token alone is refused.',
    part: 'keys',
    async run(context) {
      const phone = await context.stranger({ hasKey: false }).enrol()
      phone.key = new KeyPair()
      const socket = await phone.connect()
      phone.key = undefined
      const { socket: unproven, nonce } = await phone.open()
      unproven.send(phone.register(nonce))
      expectEqual((await unproven.ended()).code, 4401, 'the close code without the proof')
      await socket.settled()
      expectEqual((await phone.ask('/rapi/heartbeat', {})).code, 401, 'the code of a call without the proof')
    },
  },
  {
    id: 'S-110',
    title: 'a call whose time is wrong is refused',
    rule: "The time is in ms since 1970 and up to 5 minutes from the site's clock, otherwise the answer is 401.",
    part: 'keys',
    async run(context) {
      const phone = await context.enrolled()
      const time = Date.now() - 6 * 60_000
      expectEqual((await phone.ask('/rapi/hotScripts', {}, { time })).code, 401, 'the code')
      expectEqual((await phone.ask('/rapi/hotScripts', {})).code, 0, 'the code for the present time')
    },
  },
  {
    id: 'S-111',
    title: 'phones that cannot be used are reported with the key',
    rule: 'Each report replaces the previous one.',
    part: 'enrolment',
    async run(context) {
      const report = {
        key: context.wire.key,
        agent: `kit-${randomBytes(4).toString('hex')}`,
        host: 'conformance',
      }
      const phones = [{ serial: 'KIT1', state: 'unauthorized' }]
      const { path } = unusablePhones.report
      expectEqual((await context.wire.post(path, { ...report, phones })).code, 0, 'the code of the report')
      expectEqual(
        (await context.wire.post(path, { ...report, phones: [] })).code,
        0,
        'the code of an empty report',
      )
      const wrong = await context.wire.post(path, { ...report, key: 'wrong key', phones })
      expectEqual(wrong.code, -1, 'the code with a wrong key')
    },
  },
  {
    id: 'S-112',
    title: 'the servers of other regions are named without a token',
    rule: '`GET /rapi/regions`, without a token, names the servers of the installation.',
    part: 'enrolment',
    async run({ wire }) {
      const response = await wire.request(new URL(regions.list.path, wire.server))
      const { code, data } = (await response.json()) as { code: number; data: unknown }
      expectEqual(code, 0, 'the code')
      const { servers } = regions.list.data.parse(data)
      expectEqual(
        servers.every(({ address }) => URL.canParse(address)),
        true,
        'addresses are URLs',
      )
    },
  },
]
