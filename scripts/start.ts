import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Message, messageIn, say, TerminalError } from '@fleetdeck/i18n/terminal'
import { commandLineOrExit } from '@fleetdeck/i18n/terminal-language'
import { usageText } from '@fleetdeck/i18n/terminal-layout'
import { onParentEnd } from '../apps/agent/src/parent.ts'
import { buildAgentIfStale } from './build-agent.ts'
import { buildWebIfStale } from './build-web.ts'
import { Programs, type ServerReady } from './programs.ts'

/**
 * Starts the console; with --demo from scratch in a separate folder, with simulated phones that enrol automatically.
 * The server and the phones are separate processes, as in production.
 */
const { language, chosen, rest } = commandLineOrExit()
const print = (line: Message) => console.log(messageIn(line, language))
const unknown = rest.find((word) => word !== '--demo')
if (unknown !== undefined) {
  const usage = usageText(
    {
      commands: ['npm start -- [--demo] [--lang zhcn|zhtw|en]'],
      rows: [
        ['--demo', say('usage.demo')],
        ['--lang', say('usage.language')],
      ],
    },
    language,
  )
  console.error(`${say('args.unexpected', { value: unknown }).in(language)}\n\n${usage}`)
  process.exit(2)
}
const demo = rest.includes('--demo')
/** The programs find the language of the environment as this one does. */
const languageWords = chosen ? ['--lang', chosen] : []
let stopping = false

print(demo ? say('start.demo') : 'fleetdeck')
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
onParentEnd(() => stop(0))

// Each demo has its own folder, so that two can run at the same time.
const temporaryFolder =
  demo && !process.env.DATA_DIR ? mkdtempSync(path.join(tmpdir(), 'fleetdeck-demo-')) : undefined
if (temporaryFolder) print(say('start.demoDeleted'))
const env: NodeJS.ProcessEnv = { ...process.env, ...(temporaryFolder && { DATA_DIR: temporaryFolder }) }
const programs = new Programs(env)
await Promise.all([buildWebIfStale(print, language), buildAgentIfStale()]).then(
  startServer,
  (error: unknown) => {
    if (!(error instanceof TerminalError)) throw error
    console.error(messageIn(error.said, language))
    stop(1)
  },
)

function startServer() {
  if (stopping) return
  const server = programs.run('apps/server/src/main.ts', languageWords)
  stopWith(server)
  server.on('message', (message: ServerReady) => {
    if (demo) startPhones(message)
  })
}

function startPhones(ready: ServerReady) {
  const count = env.DEMO_PHONES || '6'
  if (count === '0') return
  print(say('start.phones', { count }))
  stopWith(programs.runPhones(ready, count, path.join(env.DATA_DIR ?? '', 'phones'), languageWords))
}

function stopWith(child: ChildProcess) {
  child.on('exit', (code) => stop(code ?? 1))
}

function stop(code: number) {
  if (stopping) return
  stopping = true
  programs
    .stopAll()
    .finally(() => {
      if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true })
    })
    .then(
      () => process.exit(code),
      () => process.exit(1),
    )
}
