import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { defineCommand } from '../command.ts'
import { ExitCode, notFound, wrongUse } from '../failure.ts'
import { lineText } from '../follow-log.ts'
import { findProject, keyOf } from '../project.ts'
import { readParams, withValues } from '../script-params.ts'
import { keepTry, startTry, watchTry } from '../try-script.ts'

export const tryCommand = defineCommand({
  name: 'try',
  text: 'runs a file on one phone without saving it, like the script editor',
  words: [{ name: 'FILE', suggests: 'files' }],
  options: {
    phone: { value: 'NUMBER', text: 'the phone', suggests: 'devices' },
    watch: { text: 'show its log until it ends; Ctrl-C stops it', short: 'w' },
    param: { value: 'KEY=VALUE', text: 'a parameter; may be repeated', isList: true },
  },
  notes: [
    'Without --watch the run continues after the command has ended, for up to the hours of script.keptTryHours.',
    'Exit code with --watch: 0 the script succeeded, 1 it failed or was stopped.',
  ],
  async run({ words: [file = ''], values }, { client, output, signal }) {
    const deviceNo = values.phone
    if (!deviceNo) throw wrongUse('--phone is missing')
    const content = await readScript(file)
    const script = await scriptOf(file)
    const params = withValues(script?.params ?? [], readParams(values.param))
    const scriptName = (script?.name ?? path.basename(file)).slice(0, 100)
    const server = await client()
    const tried = { deviceNo, content, params, scriptName, scriptLanguage: languageOfFile(file) }
    if (!values.watch) {
      const runId = await startTry(server, tried)
      await keepTry(server, runId)
      output.result({ runId, deviceNo }, () => `started on ${deviceNo}: ${runId}`)
      return ExitCode.done
    }
    signal.addEventListener('abort', () => output.note('Stopping … press Ctrl-C again to leave'), {
      once: true,
    })
    const end = await watchTry(server, tried, {
      signal,
      onLines: (lines) => {
        for (const line of lines) output.entry(line, lineText(line))
      },
    })
    const state = end.state ?? 'lost'
    output.entry({ ...end, state, deviceNo }, [`${deviceNo} ${state}`, end.msg].filter(Boolean).join(': '))
    return state === 'succeeded' ? ExitCode.done : ExitCode.failed
  },
})

export const readScript = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound(`${file} does not exist`)
    throw error
  })

/** As fleetdeck.json has it, if it names the file. */
async function scriptOf(file: string) {
  const project = await findProject()
  return project?.scripts[keyOf(project, file)]
}
