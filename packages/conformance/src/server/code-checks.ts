import { enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { until } from '../core/wait.ts'
import type { PlayedPhone } from './played-phone.ts'
import type { ServerContext } from './server-context.ts'

const codeRule = 'Codes that are used up, expired or revoked are refused with code -1 and the reason.'
const expiryMs = 1500

/** The number that the phone gets. */
async function enrolledNumber(phone: PlayedPhone, sent: Record<string, unknown>): Promise<unknown> {
  const { code, msg, data } = await phone.askToEnrol(sent)
  expectEqual(code, 0, `the code (${msg})`)
  return (data as { deviceNo?: unknown }).deviceNo
}

async function expectRefused(phone: PlayedPhone, key: string, what: string): Promise<void> {
  const { code, msg } = await phone.askToEnrol({ key })
  expectEqual(code, -1, `the code for ${what}`)
  expectThat(msg.length > 0, `the reason for ${what} is empty`)
}

/** Enrolment codes, which an operator creates. */
export const codeChecks: Check<ServerContext>[] = [
  {
    id: 'S-121',
    title: 'the code of a group gives the phone its number',
    rule: 'Otherwise the code of a group assigns the phone and its number.',
    part: 'enrolment',
    async run(context) {
      const { code } = await context.operator.addGroupCode('Kit')
      const deviceNo = await enrolledNumber(context.stranger(), { key: code })
      expectThat(/^Kit\d+$/.test(String(deviceNo)), `the number is “${deviceNo}”`)
    },
  },
  {
    id: 'S-122',
    title: 'a code is read without hyphens and in lower case, and the proof covers it as it is sent',
    rule: 'Hyphens, spaces and lower case make no difference, but the proof covers `key` as it is sent.',
    part: 'enrolment',
    async run(context) {
      const { code } = await context.operator.addCode({ maxUses: 2 })
      for (const key of [code.toLowerCase().replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
        await enrolledNumber(context.stranger(), { key })
    },
  },
  {
    id: 'S-123',
    title: 'a phone gets the number that was prepared for it',
    rule: 'It assigns the phone to a number that the owner of the key or code has prepared.',
    part: 'enrolment',
    async run(context) {
      const { operator } = context
      const deviceNo = await operator.addNumber()
      const { code } = await operator.addCode()
      const given = await enrolledNumber(context.stranger(), { key: code, deviceNo })
      expectEqual(given, deviceNo, 'the number in the answer')
    },
  },
  {
    id: 'S-124',
    title: 'codes that are used up, revoked or expired are refused with a reason',
    rule: codeRule,
    part: 'enrolment',
    async run(context) {
      const { operator } = context
      const usedUp = await operator.addCode()
      await enrolledNumber(context.stranger(), { key: usedUp.code })
      await expectRefused(context.stranger(), usedUp.code, 'a code that is used up')
      const revoked = await operator.addCode()
      await operator.call(enrolmentCodes.revoke, { body: { ids: [revoked.id] } })
      await expectRefused(context.stranger(), revoked.code, 'a revoked code')
      const expiresAt = new Date(Date.now() + expiryMs).toISOString()
      const { id, code } = await operator.addCode({ expiresAt })
      await until(
        async () => {
          const { list } = await operator.call(enrolmentCodes.list, { query: { state: 'expired' } })
          return list.find((one) => one.id === id)
        },
        context.wire.patienceMs,
        'the code to be expired in the console',
      )
      await expectRefused(context.stranger(), code, 'an expired code')
    },
  },
]
