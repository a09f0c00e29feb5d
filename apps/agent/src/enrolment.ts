import { EnrollAnswer, type EnrollRequest, enrollPath } from '@fleetdeck/contract/phone-api'
import { z } from 'zod'
import type { DeviceIdentity } from './drivers/device-driver.ts'
import { refusePassing } from './try-again.ts'

/** The server refused: an early retry would not help. */
export class EnrolmentRefused extends Error {}

const answerTimeoutMs = 15_000
const Answer = z.object({ code: z.number(), msg: z.string().default(''), data: z.unknown().optional() })

export interface Enrolment {
  server: URL
  key: string
  language: string
  identity: DeviceIdentity
}

/**
 * Resolves to the device token; rejects with EnrolmentRefused, with TryLater when the server says so, or with
 * another error when it is unreachable.
 */
export async function enrol(enrolment: Enrolment, signal: AbortSignal): Promise<string> {
  const { hardwareId, ...identity } = enrolment.identity
  const body: EnrollRequest = { key: enrolment.key, deviceId: hardwareId, ...identity }
  const response = await fetch(new URL(enrollPath, enrolment.server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', languageSelect: enrolment.language },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
  })
  await refusePassing(response)
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) throw new EnrolmentRefused(`no fleetdeck server answers at ${enrolment.server.origin}`)
  if (answer.data.code !== 0) throw new EnrolmentRefused(answer.data.msg || `code ${answer.data.code}`)
  const granted = EnrollAnswer.safeParse(answer.data.data)
  if (!granted.success) throw new EnrolmentRefused('the answer holds no token')
  return granted.data.token
}
