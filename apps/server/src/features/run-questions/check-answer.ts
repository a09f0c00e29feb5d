import type { QuestionKind } from '@fleetdeck/contract/run-questions'
import { AppError } from '../../platform/core/app-error.ts'

/** The answer as the phone gets it, a text of the kind that the script asked for. */
export function checkAnswer(
  { kind, choices }: { kind: QuestionKind; choices: readonly string[] },
  answer: string,
): string {
  if (kind === 'message') throw new AppError('questionNeedsNone')
  if (kind === 'number') {
    const number = Number(answer.trim() || Number.NaN)
    if (!Number.isFinite(number)) throw new AppError('answerNotNumber')
    return String(number)
  }
  if (kind === 'confirm' && answer !== 'true' && answer !== 'false') throw new AppError('answerNotChoice')
  if (kind === 'choice' && !choices.includes(answer)) throw new AppError('answerNotChoice')
  return answer
}
