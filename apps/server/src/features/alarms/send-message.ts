import type { SendFailure } from '@fleetdeck/contract/alarms'
import { OutsideCallError, outsideCall } from '../../platform/safe-fetch/outside-call.ts'
import { callOf, hasTaken, type Robot, type RobotMessage } from './robots.ts'

export interface SendResult {
  failure: SendFailure | null
  /** The HTTP status; null when no answer came. */
  status: number | null
  /** What the robot said, or what more is known of the failure. */
  answer: string
}

const mostAnswer = 1000
// PostgreSQL takes no NUL in a text.
const shortened = (answer: string) => answer.replaceAll('\0', '').slice(0, mostAnswer)

/** Tells a robot, and says what it answered. */
export async function sendMessage(
  robot: Robot & { prefix: string },
  message: RobotMessage,
  allowed: string,
): Promise<SendResult> {
  const text = robot.prefix ? `${robot.prefix} ${message.text}` : message.text
  try {
    const call = callOf(robot, { ...message, text }, Date.now())
    const answer = await outsideCall({ method: 'POST', ...call, allowed })
    const failure = hasTaken(robot.robotKind, answer) ? null : 'refused'
    return { failure, status: answer.status, answer: shortened(answer.body) }
  } catch (error) {
    if (!(error instanceof OutsideCallError)) throw error
    return { failure: error.failure, status: null, answer: shortened(error.message) }
  }
}
