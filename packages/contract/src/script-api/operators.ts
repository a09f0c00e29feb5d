import { z } from 'zod'
import { AnswerKind, questionLimits } from '../run-questions.ts'
import { call } from './call.ts'

const { title, question, placeholder, answer, choices, choice, seconds } = questionLimits
const words = z.string().min(1).max(question)

const AskOptions = z
  .strictObject({
    title: z.string().max(title).optional(),
    kind: AnswerKind.optional(),
    choices: z
      .array(z.union([z.string().min(1).max(choice), z.number()]))
      .min(1)
      .max(choices)
      .optional(),
    default: z.union([z.string().max(answer), z.number(), z.boolean()]).optional(),
    placeholder: z.string().max(placeholder).optional(),
    timeout: z.number().min(1).max(seconds).default(600),
    picture: z.union([z.boolean(), z.string()]).optional(),
  })
  .meta({ id: 'AskOptions' })

/** Questions and messages to the operators of the phone. */
export const operatorCalls = {
  ask: call({
    args: { question: words, options: AskOptions.prefault({}) },
    gives: z.union([z.string(), z.number(), z.boolean()]).meta({ ts: 'any' }),
    example: [
      "const code = ask('Code of the text message?', { placeholder: '6 digits', default: '', timeout: 1 })",
      'if (code) device.text(code)',
    ].join('\n'),
  }),
  notifyOperator: call({
    args: { message: words, title: z.string().max(title).optional() },
    example: "notifyOperator('All orders are done')",
  }),
}
