import { randomUUID } from 'node:crypto'
import { type AnswerKind, QuestionAnswer, questionLimits } from '@fleetdeck/contract/run-questions'
import type { ArgumentsOf, CallHandlers } from '@fleetdeck/contract/script-api/call'
import { operatorCalls } from '@fleetdeck/contract/script-api/operators'
import type { LogLevel } from '../../drivers/device-driver.ts'
import { fill } from '../../texts.ts'
import { tryAgain } from '../../try-again.ts'
import type { RapiCaller } from '../rapi-calls.ts'
import { ScriptError } from '../script-error.ts'
import { checkedCaller, type ObjectCaller } from './checked-caller.ts'
import type { CallContext } from './context.ts'

export interface OperatorContext extends Pick<CallContext, 'driver' | 'texts' | 'signal'> {
  rapi: Pick<RapiCaller, 'call'>
  log: (level: LogLevel, msg: string) => void
  /** Of the run that asks. */
  runId: string
  /** Until its time limit, without pauses; infinite without a limit. */
  leftMs: () => number
}

/** Of an attached screenshot, in percent: the first one within the limit is sent. */
const pictureScales = [50, 25, 10]
const backOff = { firstMs: 500, limitMs: 10_000 }
/** How long the end of a question may be asked for. */
const graceMs = 30_000

/** Questions and messages of one script to the operators of its phone. */
export const operatorCaller = (context: OperatorContext): ObjectCaller =>
  checkedCaller('', operatorCalls, operatorHandlers(context), context.texts)

function operatorHandlers(context: OperatorContext): CallHandlers<typeof operatorCalls> {
  return {
    ask: async ({ question, options }) => {
      const asked = await toQuestion(context, question, options)
      const timeout = Math.ceil(options.timeout)
      const seconds = await sendQuestion(context, asked, timeout)
      const { state, answer } = seconds > 0 ? await waitForAnswer(context, asked, seconds) : nobody
      if (state === 'answered') return toAnswer(asked.kind, answer ?? '')
      if (options.default !== undefined) return options.default
      const { texts } = context
      if (state === 'skipped') throw new ScriptError(texts.askSkipped, 'skipped')
      const words = seconds < timeout ? texts.askTimeLeft : texts.askTimeout
      throw new ScriptError(fill(words, String(seconds)), 'timeout')
    },

    notifyOperator: async ({ message, title }) => {
      const { runId } = context
      const sent = {
        requestId: randomUUID(),
        runId,
        question: message,
        ...(title !== undefined && { title }),
      }
      await send(context, 'notifyOperator', sent, graceMs)
      return undefined
    },
  }
}

const nobody = { state: 'expired', answer: null } as const
type AskedQuestion = Awaited<ReturnType<typeof toQuestion>>

/** Asks for so many seconds, or for those that the run has left. Returns them; 0: too few to ask. */
async function sendQuestion(
  context: OperatorContext,
  asked: AskedQuestion,
  timeout: number,
): Promise<number> {
  const { rapi, signal, leftMs, log, texts } = context
  let seconds = 0
  await tryAgain(
    async () => {
      seconds = Math.max(0, Math.min(timeout, Math.floor(leftMs() / 1000)))
      if (seconds > 0) await rapi.call('ask', { ...asked, seconds }, signal)
    },
    { limitMs: timeout * 1000, backOff, signal },
  )
  // Command lines that follow the log learn from it where to answer.
  if (seconds > 0) log('info', fill(texts.asking, asked.question))
  return seconds
}

const send = ({ rapi, signal }: OperatorContext, name: string, sent: object, limitMs: number) =>
  tryAgain(() => rapi.call(name, sent, signal), { limitMs, backOff, signal })

async function waitForAnswer(
  context: OperatorContext,
  { requestId, kind }: AskedQuestion,
  seconds: number,
): Promise<QuestionAnswer> {
  const limitMs = seconds * 1000 + graceMs
  for (;;) {
    const found = QuestionAnswer.parse(await send(context, 'askAnswer', { requestId }, limitMs))
    context.signal.throwIfAborted()
    if (found.state === 'waiting') continue
    // Without it, the server removes a password when the run ends.
    if (kind === 'password')
      await send(context, 'askAnswer', { requestId, received: true }, 0).catch(() => {})
    return found
  }
}

async function toQuestion(
  context: OperatorContext,
  question: string,
  options: ArgumentsOf<typeof operatorCalls.ask>['options'],
) {
  const { texts, runId } = context
  const { title, placeholder, default: standard } = options
  const kind = options.kind ?? (options.choices ? 'choice' : 'text')
  const choices = options.choices?.map(String) ?? []
  if ((kind === 'choice') !== choices.length > 0)
    throw new TypeError(
      fill(
        texts.wrongArgument,
        'ask: options.choices',
        fill(texts.listRange, '1', String(questionLimits.choices)),
      ),
    )
  if (standard !== undefined && !isAnswer(kind, standard, choices))
    throw new TypeError(`ask: ${fill(texts.askDefault, String(standard), kind)}`)
  const picture = await toPicture(context, options.picture)
  return {
    ...{ requestId: randomUUID(), runId, kind, question },
    ...(choices.length > 0 && { choices }),
    ...(title !== undefined && { title }),
    ...(placeholder !== undefined && { placeholder }),
    ...(standard !== undefined && { defaultAnswer: String(standard) }),
    ...(picture !== undefined && { picture }),
  }
}

async function toPicture(
  { driver, texts }: OperatorContext,
  wanted: boolean | string | undefined,
): Promise<string | undefined> {
  const mostCharacters = (questionLimits.pictureBytes / 3) * 4
  if (!wanted) return undefined
  if (typeof wanted === 'string') {
    if (wanted.length <= mostCharacters && /^(iVBORw0KGgo|\/9j\/)/.test(wanted)) return wanted
    throw new TypeError(`ask: ${fill(texts.askPicture, String(questionLimits.pictureBytes / 1024))}`)
  }
  for (const scalePercent of pictureScales) {
    const shot = await driver.capture({ scalePercent, quality: 70 })
    if (!shot) break
    if (shot.jpeg.byteLength <= questionLimits.pictureBytes) return Buffer.from(shot.jpeg).toString('base64')
  }
  throw new Error(`ask: ${texts.noSize}`)
}

function isAnswer(kind: AnswerKind, value: string | number | boolean, choices: readonly string[]): boolean {
  if (kind === 'choice') return choices.includes(String(value))
  const types = { text: 'string', password: 'string', number: 'number', confirm: 'boolean' } as const
  return typeof value === types[kind]
}

/** As the script gets it. */
function toAnswer(kind: AnswerKind, answer: string): string | number | boolean {
  if (kind === 'number') return Number(answer)
  return kind === 'confirm' ? answer === 'true' : answer
}
