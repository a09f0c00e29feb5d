import { identityTakenCode, waitsForApprovalCode } from '@fleetdeck/contract/endpoint'
import { challengePath, EnrollAnswer, type EnrollRequest, enrollPath } from '@fleetdeck/contract/phone-api'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import type { DeviceIdentity } from './drivers/device-driver.ts'
import type { PhoneKey } from './phone-key.ts'
import { callServer } from './requests.ts'
import { refusePassing } from './try-again.ts'

/** The server refused: an early retry would not help. */
export class EnrolmentRefused extends TerminalError {}
/** An operator decides whether this is the phone that the console knows. */
export class EnrolmentWaits extends EnrolmentRefused {}

/** Another phone is connected with this identity. */
export class IdentityTaken extends EnrolmentRefused {}

const answerTimeoutMs = 15_000
const Answer = z.object({ code: z.number(), msg: z.string().default(''), data: z.unknown().optional() })
const Challenge = z.object({ nonce: z.string() })
/** Servers that know no key pairs. */
const unknownCallCode = 404

export interface Enrolment {
  server: URL
  key: string
  language: string
  identity: DeviceIdentity
  phoneKey: PhoneKey
  origin?: PhoneOrigin | undefined
}

/**
 * Resolves to the device token and the key to pin; rejects with EnrolmentRefused, with TryLater when the server says so, or with
 * another error when it is unreachable.
 */
export async function enrol(enrolment: Enrolment, signal: AbortSignal): Promise<EnrollAnswer> {
  const { hardwareId: deviceId, ...identity } = enrolment.identity
  const { key, phoneKey } = enrolment
  const challenge = await ask(enrolment, { path: challengePath, body: { key, deviceId }, signal })
  const nonce = challenge.code === unknownCallCode ? undefined : Challenge.parse(dataOf(challenge)).nonce
  const proof = nonce && phoneKey.enrolment({ nonce, deviceId, key })
  const { origin } = enrolment
  const body: EnrollRequest = {
    key,
    deviceId,
    ...identity,
    ...(proof && { proof }),
    ...(origin && { origin }),
  }
  const granted = EnrollAnswer.safeParse(dataOf(await ask(enrolment, { path: enrollPath, body, signal })))
  if (!granted.success) throw new EnrolmentRefused(say('agent.noToken'))
  return granted.data
}

async function ask(
  { server, language }: Enrolment,
  { path, body, signal }: { path: string; body: object; signal: AbortSignal },
) {
  const response = await callServer(new URL(path, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', languageSelect: language },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
  })
  await refusePassing(response)
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) throw new EnrolmentRefused(say('agent.noServer', { address: server.origin }))
  return answer.data
}

function dataOf({ code, msg, data }: z.output<typeof Answer>): unknown {
  if (code === waitsForApprovalCode) throw new EnrolmentWaits(msg)
  if (code === identityTakenCode) throw new IdentityTaken(msg)
  if (code !== 0) throw new EnrolmentRefused(msg || say('agent.code', { code }))
  return data
}
