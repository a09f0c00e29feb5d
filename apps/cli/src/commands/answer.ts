import { text as readAll } from 'node:stream/consumers'
import { RunQuestionId } from '@fleetdeck/contract/ids'
import { runQuestions } from '@fleetdeck/contract/run-questions'
import { defineCommand } from '../command.ts'
import { ExitCode, wrongUse } from '../failure.ts'
import { counted } from '../output.ts'

export const answerCommand = defineCommand({
  name: 'answer',
  text: 'answers a question of a script, or skips it',
  words: [{ name: 'ID' }, { name: 'TEXT', isOptional: true }],
  options: {
    all: { text: 'for all phones that ask the same' },
    skip: { text: 'without an answer: the script uses its default; removes a message' },
  },
  notes: [
    '“fleetdeck questions” lists the IDs. A question of the kind confirm is answered by true or false.',
    'A TEXT of - is read from standard input, so that a password is not in the history of the shell.',
  ],
  async run({ words: [number = '', text], values: { all, skip } }, { client, output }) {
    const id = RunQuestionId.safeParse(Number(number)).data
    if (id === undefined) throw wrongUse(`ID must be the number of a question, but it is “${number}”`)
    if ((text === undefined) !== skip) throw wrongUse('Either TEXT or --skip is required')
    const answer = text === '-' ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : text
    const server = await client()
    const ended =
      answer === undefined
        ? await server.call(runQuestions.skip, { body: { id, all } })
        : await server.call(runQuestions.answer, { body: { id, all, answer } })
    output.result(ended, () => `${skip ? 'Skipped' : 'Answered'} ${counted(ended.count, 'question')}`)
    return ExitCode.done
  },
})
