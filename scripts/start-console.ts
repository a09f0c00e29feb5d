import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Message, messageIn, say, TerminalError } from '@fleetdeck/i18n/terminal'
import type { CommandLine } from '@fleetdeck/i18n/terminal-language'
import { onParentEnd } from '../apps/agent/src/parent.ts'
import { Programs, type ServerReady, serverProgram } from './programs.ts'

/**
 * Starts the console; a demo from scratch in a separate folder, with simulated phones that enrol automatically. The
 * server and the phones are separate processes, as in production.
 *
 * @param prepare makes what the server needs
 */
export async function startConsole(
  { language, chosen, isDemo }: Omit<CommandLine, 'rest'> & { isDemo: boolean },
  prepare: (print: (line: Message) => void) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const print = (line: Message) => console.log(messageIn(line, language))
  /** The programs find the language of the environment as this one does. */
  const languageWords = chosen ? ['--lang', chosen] : []
  let stopping = false

  print(isDemo ? say('start.demo') : 'fleetdeck')
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  onParentEnd(() => stop(0))

  // Each demo has its own folder, so that two can run at the same time.
  const temporaryFolder =
    isDemo && !process.env.DATA_DIR ? mkdtempSync(path.join(tmpdir(), 'fleetdeck-demo-')) : undefined
  if (temporaryFolder) print(say('start.demoDeleted'))
  const env: NodeJS.ProcessEnv = { ...process.env, ...(temporaryFolder && { DATA_DIR: temporaryFolder }) }
  const programs = new Programs(env)
  await prepare(print).then(startServer, (error: unknown) => {
    if (!(error instanceof TerminalError)) throw error
    console.error(messageIn(error.said, language))
    stop(1)
  })

  function startServer() {
    if (stopping) return
    const server = programs.run(serverProgram, languageWords)
    stopWith(server)
    server.on('message', (message: ServerReady) => {
      if (isDemo) startPhones(message)
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
}
