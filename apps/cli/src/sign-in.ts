import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { commandLine, commandLinePage } from '@fleetdeck/contract/command-line'
import { ExitCode, Failure, wrongUse } from './failure.ts'
import type { ServerClient } from './server-client.ts'

/** How long the command waits for the user. */
const patienceMs = 5 * 60_000

const random = () => randomBytes(32).toString('base64url')
const denied = () => new Failure(ExitCode.notAllowed, 'The access was refused in the browser')

export interface SignInOptions {
  signal: AbortSignal
  /** Shows the address to the user; false: the user pastes the code. */
  open: (address: string, isPasted: boolean) => Promise<boolean>
  isPasted: boolean
}

/** Sign-in in the browser as in RFC 8252, with a verifier as in RFC 7636. */
export async function signIn(server: ServerClient, { signal, open, isPasted }: SignInOptions) {
  const verifier = random()
  const asked = new URLSearchParams({
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    host: hostname().slice(0, 64) || 'computer',
  })
  const end = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  const code = isPasted
    ? await pastedCode(server, asked, { signal: end, open })
    : await codeFromBrowser(server, asked, { signal: end, open })
  return server.call(commandLine.redeem, { body: { code, verifier } })
}

type Asking = Pick<SignInOptions, 'signal' | 'open'>
const addressOf = ({ origin }: ServerClient, asked: URLSearchParams) => `${origin}${commandLinePage}?${asked}`

async function pastedCode(
  server: ServerClient,
  asked: URLSearchParams,
  { signal, open }: Asking,
): Promise<string> {
  await open(addressOf(server, asked), true)
  const lines = createInterface({ input: process.stdin })
  const ended = once(lines, 'close', { signal }).then(() => {
    throw wrongUse('No code was entered')
  })
  try {
    const [line] = await Promise.race([once(lines, 'line', { signal }), ended])
    return String(line).trim()
  } catch (error) {
    throw lateOr(error, signal)
  } finally {
    ended.catch(() => undefined)
    lines.close()
    process.stdin.unref?.()
  }
}

/** The page sends the browser to a port of this computer, with the code. */
async function codeFromBrowser(server: ServerClient, asked: URLSearchParams, { signal, open }: Asking) {
  const state = random()
  const answer = Promise.withResolvers<string>()
  answer.promise.catch(() => undefined)
  const callback = createServer((request, response) => {
    const found = readAnswer(request, state)
    if (!found) return void response.writeHead(404).end()
    back(response, server, 'code' in found ? 'done' : 'denied')
    if ('code' in found) answer.resolve(found.code)
    else answer.reject(denied())
  }).listen(0, '127.0.0.1')
  await once(callback, 'listening')
  const abort = () => answer.reject(lateOr(signal.reason, signal))
  signal.addEventListener('abort', abort, { once: true })
  try {
    asked.set('port', String((callback.address() as AddressInfo).port))
    asked.set('state', state)
    if (!(await open(addressOf(server, asked), false))) {
      asked.delete('port')
      asked.delete('state')
      return await pastedCode(server, asked, { signal, open })
    }
    return await answer.promise
  } finally {
    signal.removeEventListener('abort', abort)
    callback.close()
    callback.closeIdleConnections()
  }
}

/** Another page could call the port, but it does not know the state. */
function readAnswer(
  { method, url = '' }: IncomingMessage,
  state: string,
): { code: string } | { error: string } | undefined {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  if (method !== 'GET' || pathname !== '/callback' || searchParams.get('state') !== state) return undefined
  const code = searchParams.get('code')
  return code ? { code } : { error: searchParams.get('error') ?? '' }
}

/** The console says how it ended, in the user's language, and without the code in its address. */
const back = (response: ServerResponse, { origin }: ServerClient, outcome: 'done' | 'denied') =>
  response
    .writeHead(302, { location: `${origin}${commandLinePage}?outcome=${outcome}`, connection: 'close' })
    .end()

const lateOr = (error: unknown, signal: AbortSignal): unknown =>
  signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    ? new Failure(ExitCode.notAllowed, 'Nobody has signed in within five minutes')
    : error
