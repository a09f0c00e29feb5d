import type { SendFailure } from '@fleetdeck/contract/alarms'
import { toStorable } from '@fleetdeck/contract/storable-text'
import { siteMs } from '../../platform/core/site-clock.ts'
import { SafeFetchError, safeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { buildCall, isAccepted, type Robot, type RobotMessage } from './robots.ts'

export interface SendResult {
  failure: SendFailure | null
  /** The HTTP status; null when no answer came. */
  status: number | null
  /** The bot's answer, or details of the failure. */
  answer: string
}

const maxAnswer = 1000
const shortened = (answer: string) => toStorable(answer).slice(0, maxAnswer)

/** Sends a message to a bot, and returns the result. */
export async function sendMessage(
  robot: Robot & { prefix: string },
  message: RobotMessage,
  allowed: string,
): Promise<SendResult> {
  const text = robot.prefix ? `${robot.prefix} ${message.text}` : message.text
  try {
    const call = buildCall(robot, { ...message, text }, siteMs())
    const answer = await safeFetch({ method: 'POST', ...call, allowed })
    const failure = isAccepted(robot.robotKind, answer) ? null : 'refused'
    return { failure, status: answer.status, answer: shortened(answer.body) }
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return { failure: error.failure, status: null, answer: shortened(error.message) }
  }
}
