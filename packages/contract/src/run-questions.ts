import { z } from 'zod'
import { pageCall } from './calls.ts'
import { controlPermission } from './device-socket.ts'
import { idParam, idsOf, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, RunId, RunQuestionId, TaskId } from './ids.ts'
import { RapiEnvelope } from './phone-api.ts'
import { reportText, storable } from './storable-text.ts'

/** What a script asks for. A message needs no answer. */
export const AnswerKind = z.enum(['text', 'number', 'password', 'confirm', 'choice'])
export type AnswerKind = z.output<typeof AnswerKind>
export const QuestionKind = z.enum([...AnswerKind.options, 'message'])
export type QuestionKind = z.output<typeof QuestionKind>

/** expired: nobody answered in time. ended: the run has ended, or asked another question. */
export const QuestionEnding = z.enum(['answered', 'skipped', 'expired', 'ended'])
export type QuestionEnding = z.output<typeof QuestionEnding>

/** Limits of a question. */
export const questionLimits = {
  title: 100,
  question: 1000,
  placeholder: 100,
  answer: 2000,
  choices: 50,
  choice: 200,
  pictureBytes: 512 * 1024,
  seconds: 3600,
} as const
/** How long a script waits without a time of its own, in seconds. */
export const defaultQuestionSeconds = 600
/** A message is shown this long, unless somebody removes it; hours. */
export const messageHours = 24
/** Questions and messages of one phone in a minute. */
export const questionsPerMinute = 30
/** Messages of one phone that are shown; a further one replaces the oldest. */
export const shownMessages = 20
/** The server answers a waiting phone after this time at the latest. */
export const answerWaitSeconds = 15

const { title, question, placeholder, answer, choices, choice, pictureBytes, seconds } = questionLimits
const base64 = (bytes: number) =>
  z
    .string()
    .max(Math.ceil(bytes / 3) * 4)
    .regex(/^(iVBORw0KGgo|\/9j\/)[A-Za-z0-9+/]*={0,2}$/)
const newId = z.string().min(1).max(64).refine(storable)
const runKey = z.string().min(1).max(100)

/** The decoded bodies of phones. */
export const PhoneQuestion = {
  ask: z
    .looseObject({
      /** Of the question: a repeated call does not ask again. */
      requestId: newId,
      /** Of the run that asks. */
      runId: runKey,
      kind: AnswerKind.default('text'),
      title: reportText(title).default(''),
      question: reportText(question).refine((text) => text.trim() !== ''),
      choices: z
        .array(reportText(choice).refine((text) => text !== ''))
        .max(choices)
        .default([]),
      /** The answer when nobody gives one. */
      defaultAnswer: reportText(answer).optional(),
      placeholder: reportText(placeholder).default(''),
      /** PNG or JPEG. */
      picture: base64(pictureBytes).optional(),
      /** How long the script waits. */
      seconds: z.int().min(1).max(seconds).default(defaultQuestionSeconds),
    })
    .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 0, { path: ['choices'] }),
  /** received: the phone has the answer of a password, which is then removed. */
  answer: z.looseObject({ requestId: newId, received: z.boolean().default(false) }),
  notify: z.looseObject({
    requestId: newId,
    runId: runKey,
    title: reportText(title).default(''),
    question: reportText(question).refine((text) => text.trim() !== ''),
  }),
}

export const QuestionState = z.enum(['waiting', ...QuestionEnding.options])
export type QuestionState = z.output<typeof QuestionState>
/** What a phone learns about its question; null: no answer, and no default. */
export const QuestionAnswer = z.object({ state: QuestionState, answer: z.string().nullable() })
export type QuestionAnswer = z.output<typeof QuestionAnswer>

const rapi = <const Path extends string>(path: Path) =>
  ({ method: 'POST', path, permission: 'public', body: RapiEnvelope, data: z.string() }) as const

/** Questions of scripts, in the envelope of /rapi, for phones with and without a socket. */
export const phoneQuestions = {
  ask: rapi('/rapi/ask'),
  /**
   * Answers when somebody has answered or its time is over, and after `answerWaitSeconds` in any case: the phone calls it
   * again.
   */
  answer: rapi('/rapi/askAnswer'),
  notify: rapi('/rapi/notifyOperator'),
} as const

/** A question or message of a script on one phone. */
export const RunQuestion = z.object({
  id: RunQuestionId,
  runId: RunId,
  /** Null: a try. */
  taskId: TaskId.nullable(),
  taskName: z.string(),
  scriptName: z.string(),
  deviceId: DeviceId,
  deviceNo: z.string(),
  kind: QuestionKind,
  state: QuestionState,
  title: z.string(),
  question: z.string(),
  choices: z.array(z.string()),
  /** Null: none. A password is never shown. */
  defaultAnswer: z.string().nullable(),
  placeholder: z.string(),
  hasPicture: z.boolean(),
  askedAt: time,
  until: time,
  endedAt: time.nullable(),
  answeredBy: z.string().nullable(),
  answer: z.string().nullable(),
  /** Whether the caller may answer it. */
  mayAnswer: z.boolean(),
  /** Equal for questions that wait and are alike. */
  alikeKey: z.string(),
  /** How many questions this row represents: more than 1 only in a list by `grouped`. */
  count: z.number(),
})
export type RunQuestion = z.output<typeof RunQuestion>

const base = '/device/question'
const permission = 'device/deviceList/list'
const filter = {
  /** Those that wait, or the others. */
  waiting: z.enum(['0', '1']).optional(),
  deviceId: idParam.brand<'DeviceId'>().optional(),
  runId: idParam.brand<'RunId'>().optional(),
  /** Questions that wait and are alike are one row, the oldest of them. */
  grouped: z.literal('1').optional(),
  /** Those that wait and are alike this one, itself included. */
  alike: idParam.brand<'RunQuestionId'>().optional(),
}

/**
 * Which questions a call ends: this one, or of those that wait and are alike, all or some. Alike: the same question of
 * the same task, without an image, on devices of the same owner.
 */
const which = z.strictObject({
  id: RunQuestionId,
  all: z.boolean().default(false),
  ids: idsOf<RunQuestionId>().optional(),
})
export type WhichQuestions = z.output<typeof which>
/** How many this call has ended. */
const counted = z.object({ count: z.number() })

/** Operators see the questions of the devices in their scope, and answer those of devices that they may control. */
export const runQuestions = {
  list: pageCall(`${base}/list`, { row: RunQuestion, query: pageQuery(filter, ['id']), permission }),
  picture: {
    method: 'GET',
    path: `${base}/picture`,
    permission,
    query: z.strictObject({ id: idParam.brand<'RunQuestionId'>() }),
    /** PNG or JPEG in base64. */
    data: z.object({ picture: z.string() }),
  },
  /** The first answer counts. The log does not contain it. */
  answer: {
    method: 'POST',
    path: `${base}/answer`,
    permission: controlPermission,
    body: which.extend({ answer: z.string().max(answer).refine(storable, 'error.textUnstorable') }),
    data: counted,
    log: OperationType.other,
    logged: (sent: unknown) => {
      const { answer: _answer, ...rest } = sent as Record<string, unknown>
      return rest
    },
  },
  /** The script continues without an answer; a message is removed. */
  skip: {
    method: 'POST',
    path: `${base}/skip`,
    permission: controlPermission,
    body: which,
    data: counted,
    log: OperationType.other,
  },
} as const
