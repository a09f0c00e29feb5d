import {
  answerWaitSeconds,
  messageHours,
  PhoneQuestion,
  phoneQuestions,
  questionsPerMinute,
} from '@fleetdeck/contract/run-questions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import * as questions from '../../domain/questions/questions.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { sealed } from '../../platform/http/rapi-envelope.ts'
import { type CallingPhone, phoneCall } from './phone-call.ts'

/** A wait until the end of a question reads it after its end. */
const roundingMs = 20
const none = { title: '', choices: [], placeholder: '' }

/** Questions and messages of scripts to the operators of a device. */
export function phoneQuestionRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub, answerWaits, seal } = deps
  app.addHook('preClose', async () => answerWaits.release())

  const ask = async (
    { deviceId, tenantId }: CallingPhone,
    {
      runId,
      ...row
    }: Omit<Parameters<typeof questions.insertQuestion>[1], 'deviceId' | 'tenantId' | 'runKey'> & {
      runId: string
    },
  ) => {
    const asked = await questions.insertQuestion(db, { ...row, runKey: runId, deviceId, tenantId })
    if (asked === 'noRun') throw new AppError('questionWithoutRun')
    if (asked === 'tooOften') throw new AppError('questionsTooMany', { limit: questionsPerMinute })
    if (asked === 'asked') await hub.questionsChanged({ tenantIds: [tenantId] })
    return sealed({})
  }

  /** As the phone gets it. Expired and skipped questions have their default. */
  const answerOf = (found: Awaited<ReturnType<typeof questions.findAnswer>>) => {
    if (!found) throw new AppError('notFound')
    const { state, kind, answer, defaultAnswer } = found
    if (state !== 'answered') return { state, answer: state === 'waiting' ? null : defaultAnswer }
    const isSealed = kind === 'password' && answer !== null
    return { state, answer: isSealed ? seal.open(answer, 'run_questions.answer') : answer }
  }

  implement(app, phoneQuestions, {
    ask: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneQuestion.ask)
      const { requestId, runId, kind, title, question, choices, placeholder, picture, seconds } = sent
      const defaultAnswer = sent.defaultAnswer ?? null
      const row = { requestId, runId, kind, title, question, choices, placeholder, defaultAnswer, seconds }
      return ask(phone, { ...row, picture: picture ?? null })
    },

    notify: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneQuestion.notify)
      const { requestId, runId, title, question } = sent
      const seconds = messageHours * 3600
      return ask(phone, { ...none, requestId, runId, kind: 'message', title, question, seconds })
    },

    answer: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneQuestion.answer)
      const read = () => questions.findAnswer(db, phone.deviceId, sent.requestId)
      const found = await read()
      if (!found) throw new AppError('notFound')
      if (sent.received) {
        await questions.forgetPassword(db, found.id)
        return sealed({})
      }
      const isOver = (value: typeof found | undefined) => value?.state !== 'waiting'
      const ms = Math.min(answerWaitSeconds * 1000, found.leftMs + roundingMs)
      return sealed(answerOf(await answerWaits.read(found.id, { read, isOver, ms })))
    },
  })
}
