import { controlPermission } from '@fleetdeck/contract/device-socket'
import type { RunQuestionId } from '@fleetdeck/contract/ids'
import { runQuestions } from '@fleetdeck/contract/run-questions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { endQuestion } from '../../domain/questions/questions.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { checkAnswer } from './check-answer.ts'
import * as queries from './run-questions.queries.ts'

type Question = NonNullable<Awaited<ReturnType<typeof queries.findQuestion>>>

/** What operators see of the questions of scripts, and their answers. */
export function runQuestionRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub, answerWaits, seal } = deps
  const scopeOf = scopesOf(runQuestions)

  /** The first end counts; later ones get the name of the user who was first. */
  const end = async (
    { caller, request }: { caller: Caller; request: FastifyRequest },
    id: RunQuestionId,
    answerOf: (question: Question) => string | null,
  ) => {
    const scope = scopeFor(caller, controlPermission)
    const question = requireFound(await queries.findQuestion(db, scope, id))
    request.subjects = [question.deviceNo]
    const answer = answerOf(question)
    const ending = answer === null ? 'skipped' : 'answered'
    if (!(await endQuestion(db, id, { userId: caller.userId, ending, answer }))) {
      const ended = requireFound(await queries.findQuestion(db, scope, id))
      if (ended.answeredBy) throw new AppError('questionAnswered', { name: ended.answeredBy })
      throw new AppError(ended.state === 'expired' ? 'questionExpired' : 'questionEnded')
    }
    await answerWaits.ended(id)
    await hub.questionsChanged({ tenantIds: [question.tenantId] })
    return null
  }

  implement(app, runQuestions, {
    list: ({ query, caller }) => {
      const control = scopeFor(caller, controlPermission)
      return queries.listQuestions(db, { scope: scopeOf(caller, 'list'), control }, query)
    },

    picture: async ({ query, caller }) => ({
      picture: requireFound(
        (await queries.findPicture(db, scopeOf(caller, 'picture'), query.id)) ?? undefined,
      ),
    }),

    answer: ({ body, ...call }) =>
      end(call, body.id, (question) => {
        const answer = checkAnswer(question, body.answer)
        return question.kind === 'password' ? seal.seal(answer, 'run_questions.answer') : answer
      }),

    skip: ({ body, ...call }) => end(call, body.id, () => null),
  })
}
