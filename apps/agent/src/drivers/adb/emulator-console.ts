import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PhonePosition } from '@fleetdeck/contract/phone-tools'
import type { EmulatorName } from './identity.ts'

const answerMs = 3000
const longestAnswer = 10_000

/** The console listens on the computer of the emulator only. */
const host = '127.0.0.1'
/** Where the emulator stores the word that its console asks for. */
const tokenFile = () => join(homedir(), '.emulator_console_auth_token')

/**
 * Gives an emulator a position for all its apps, as "geo fix" in its console does. False if the console cannot be
 * reached from this computer, or is that of another emulator.
 */
export async function fixPosition(
  { port, avd }: EmulatorName,
  { latitude, longitude }: PhonePosition,
): Promise<boolean> {
  const socket = connect({ host, port }).setEncoding('utf8')
  try {
    const answers = readAnswers(socket)
    const next = async () => (await answers.next()).value ?? ''
    const ask = (line: string) => {
      socket.write(`${line}\r\n`)
      return next()
    }
    if (/authentication required/i.test(await next())) {
      const token = await readFile(tokenFile(), 'utf8')
      await ask(`auth ${token.trim()}`)
    }
    const [name] = (await ask('avd name')).split('\n')
    if (name?.trim() !== avd) return false
    await ask(`geo fix ${longitude} ${latitude}`)
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Each ends with a line OK, or with one that begins with KO and says why; rejects then, and after a silence. */
async function* readAnswers(socket: Socket): AsyncGenerator<string, undefined> {
  socket.setTimeout(answerMs, () => socket.destroy(new Error('the console says nothing')))
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (text.length > longestAnswer) throw new Error('the console says too much')
    for (let end = endOf(text); end; end = endOf(text)) {
      if (end[0].startsWith('KO')) throw new Error(end[0].trim())
      const answer = text.slice(0, end.index)
      text = text.slice(end.index + end[0].length)
      yield answer
    }
  }
  throw new Error('the console has closed')
}

const endOf = (text: string) => /^(OK|KO\b.*)\r?\n/m.exec(text)
