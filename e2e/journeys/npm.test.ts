import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

interface Command {
  npm: ChildProcess
  /** Resolves when all programs of the command have ended: they share its output. */
  ended: Promise<unknown>
  /** Resolves with the first line of its output that matches. */
  lineWith(pattern: RegExp): Promise<string>
}

/** Runs a script of package.json as a user does. */
function runNpm(args: string[], settings: NodeJS.ProcessEnv = {}): Command {
  const npm = spawn('npm', ['run', ...args], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', CAPTCHA: 'off', ADMIN_PASSWORD: '', LC_ALL: 'C', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(npm, 'close')
  npm.stderr.resume()
  const lines = createInterface({ input: npm.stdout })
  const lineWith = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => pattern.test(line) && resolve(line))
      lines.once('close', () => reject(new Error(`ended without printing ${pattern}`)))
    })
  return { npm, ended, lineWith }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function emptyFolder(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  test.each(['start', 'demo', 'dev'])(
    `npm run %s that is ended by ${signal} leaves no program`,
    async (name) => {
      const port = await freePort()
      const settings = { PORT: String(port), DATA_DIR: await emptyFolder(), DEMO_PHONES: '1' }
      const { npm, ended, lineWith } = runNpm([name], settings)
      await lineWith(/^ +Console/)
      if (name === 'demo') await lineWith(/^Simulated phones: 1/)
      expect(await isListening(port)).toBe(true)
      npm.kill(signal)
      await ended
      expect(await isListening(port)).toBe(false)
    },
  )

test.each(['phones', 'agent'])('npm run %s that is killed leaves no program', async (name) => {
  const state = await emptyFolder()
  const settings = { ADB_SERVER_SOCKET: 'tcp:127.0.0.1:1' }
  const args = [name, '--', '--server', 'http://127.0.0.1:1', '--key', 'none', '--state', state]
  const { npm, ended, lineWith } = runNpm(args, settings)
  await lineWith(/server: http/)
  npm.kill('SIGKILL')
  await ended
})
