import { z } from 'zod'
import { callServer } from '../requests.ts'
import type { ServerChoice } from '../servers.ts'
import { refusePassing } from '../try-again.ts'
import { ScriptError } from './script-error.ts'

const notFoundCode = 404
const Answer = z.object({ code: z.number(), msg: z.string().default(''), data: z.unknown().optional() })
const answerMs = 30_000

const named = (names: string) => names.split(' ')
/** Calls that answer {result}, which a script gets as a number: above 0 is success. */
const counts = new Set(
  named(
    'addData updateData removeData appendOneLineData removeOneLineData ackData returnData addCache updateCache updateCacheExpire getCacheExpire removeCache appendOneLineCache removeOneLineCache incrementCache decrementCache',
  ),
)
const wholes = named(
  'getData getDataPop leaseData getCache popPushCache dynamicCreateTable dynamicQuery dynamicAdd dynamicUpdate dynamicRemove',
)

const reads = new Set(named('getData getCache getCacheExpire dynamicQuery'))

/** The calls of /rapi that scripts may make. */
export const rapiCalls: ReadonlySet<string> = new Set([...counts, ...wholes])
/** Those of them that change data. */
export const rapiChanges: ReadonlySet<string> = new Set([...rapiCalls].filter((name) => !reads.has(name)))

export interface RapiAccess {
  servers: Pick<ServerChoice, 'current'>
  /** Prove that the call is the phone's, and name its language. */
  headers: (call: { method: string; address: URL; data: string }) => Record<string, string>
}

/** Calls of one phone's scripts to its server, with the phone's own token and key. */
export class RapiCaller {
  readonly servers: Pick<ServerChoice, 'current'>
  readonly #access: RapiAccess

  constructor(access: RapiAccess) {
    this.servers = access.servers
    this.#access = access
  }

  /** @throws the server's message, or why it is unreachable; TryLater when it says that another try may succeed */
  async call(name: string, sent: unknown, stopped?: AbortSignal): Promise<unknown> {
    const { servers, headers } = this.#access
    const address = new URL(`/rapi/${name}`, servers.current)
    const envelope = { data: Buffer.from(JSON.stringify(sent ?? {})).toString('base64') }
    const response = await callServer(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers({ method: 'POST', address, data: envelope.data }),
      },
      body: JSON.stringify(envelope),
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), ...(stopped ? [stopped] : [])]),
    })
    await refusePassing(response)
    const answer = Answer.parse(await response.json())
    if (answer.code === notFoundCode) throw new ScriptError(answer.msg, 'notFound')
    if (answer.code !== 0) throw new Error(answer.msg || `code ${answer.code}`)
    if (typeof answer.data !== 'string') return answer.data
    const data: unknown = JSON.parse(Buffer.from(answer.data, 'base64').toString('utf8'))
    return counts.has(name) ? (data as { result: unknown }).result : data
  }
}
