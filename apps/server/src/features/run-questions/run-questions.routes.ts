import { controlPermission } from '@fleetdeck/contract/device-socket'
import { runQuestions, type WhichQuestions } from '@fleetdeck/contract/run-questions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { endQuestions } from '../../domain/questions/questions.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { checkAnswer } from './check-answer.ts'
import * as queries from './run-questions.queries.ts'

type Question = NonNullable<Awaited<ReturnType<typeof queries.findQuestion>>>

const refusalOf = ({ answeredBy, state }: Question) => {
  if (answeredBy) return new AppError('questionAnswered', { name: answeredBy })
  return new AppError(state === 'expired' ? 'questionExpired' : 'questionEnded')
}

/** What operators see of the questions of scripts, and their answers. */
export function runQuestionRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub, answerWaits, seal } = deps
  const scopeOf = scopesOf(runQuestions)

  /** The first end of a question counts. If all have ended before, the call gets the name of the user who was first. */
  const end = async (
    { caller, request }: { caller: Caller; request: FastifyRequest },
    { id, all, ids }: WhichQuestions,
    answerOf: (question: Question) => string | null,
  ) => {
    const scope = scopeFor(caller, controlPermission)
    const question = requireFound(await queries.findQuestion(db, scope, id))
    const chosen =
      all || ids ? await queries.listAlike(db, scope, { id, ids: all ? undefined : ids }) : [question]
    request.subjects = chosen.map(({ deviceNo }) => deviceNo)
    const answer = answerOf(question)
    const by = { userId: caller.userId, ending: answer === null ? 'skipped' : 'answered', answer } as const
    const questionIds = chosen.map((row) => row.id)
    const ended = await endQuestions(db, questionIds, by)
    if (ended.length === 0) throw refusalOf(requireFound(await queries.findQuestion(db, scope, id)))
    await answerWaits.ended(ended.map((row) => row.id))
    await hub.questionsChanged({ tenantIds: [question.tenantId] })
    return { count: ended.length }
  }

  implement(app, runQuestions, {
    list: ({ query, caller }) => {
      const control = may(caller, controlPermission) ? scopeFor(caller, controlPermission) : 'none'
      return queries.listQuestions(db, { scope: scopeOf(caller, 'list'), control }, query)
    },

    picture: async ({ query, caller }) => ({
      picture: requireFound(
        (await queries.findPicture(db, scopeOf(caller, 'picture'), query.id)) ?? undefined,
      ),
    }),

    answer: ({ body, ...call }) =>
      end(call, body, (question) => {
        const answer = checkAnswer(question, body.answer)
        return question.kind === 'password' ? seal.seal(answer, 'run_questions.answer') : answer
      }),

    skip: ({ body, ...call }) => end(call, body, () => null),
  })
}
