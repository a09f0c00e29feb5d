import { devices } from '@fleetdeck/contract/devices'
import { type RunQuestion, runQuestions } from '@fleetdeck/contract/run-questions'
import { defineCommand } from '../command.ts'
import { ExitCode } from '../failure.ts'
import { counted, table } from '../output.ts'

export const questionsCommand = defineCommand({
  name: 'questions',
  text: 'lists questions and messages of scripts that wait for an operator',
  options: {
    phone: { value: 'NUMBER', text: 'only those of this phone', suggests: 'devices' },
    each: { text: 'one row for each phone; otherwise phones that ask the same are one row' },
    ended: { text: 'those that have ended, with their answers' },
  },
  async run({ values }, { client, output }) {
    const server = await client()
    const { phone, each, ended } = values
    const device =
      phone === undefined ? undefined : await server.call(devices.findOne, { query: { deviceNo: phone } })
    const rows = await server.rows(runQuestions.list, {
      waiting: ended ? '0' : '1',
      grouped: each || ended ? undefined : '1',
      deviceId: device?.id,
    })
    output.result(rows, () =>
      [
        table(
          [
            'ID',
            'Phone',
            'Task',
            ended ? 'Ended' : 'Until',
            'Kind',
            'Question',
            ...(ended ? ['Answer'] : []),
          ],
          rows.map((row) => [
            row.id,
            row.count > 1 ? `${row.deviceNo} and ${counted(row.count - 1, 'other')}` : row.deviceNo,
            row.taskName || row.scriptName,
            ended ? row.endedAt : row.until,
            row.kind,
            questionText(row),
            ...(ended ? [row.answer ?? row.state] : []),
          ]),
        ),
        counted(
          rows.reduce((sum, row) => sum + row.count, 0),
          'question',
        ),
      ].join('\n'),
    )
    return ExitCode.done
  },
})

const questionText = ({ title, question, choices }: RunQuestion) =>
  [title && `${title}: `, question, choices.length > 0 && ` [${choices.join(', ')}]`].filter(Boolean).join('')
