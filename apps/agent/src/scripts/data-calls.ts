import { randomUUID } from 'node:crypto'
import type { LogLevel } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'
import { mayPass, requestedWait, tryAgain } from '../try-again.ts'
import { type RapiCaller, rapiChanges } from './rapi-calls.ts'

export interface DataCallsDeps {
  rapi: RapiCaller
  /** How long a call waits for a server that does each call once; without it, only as the server requests. */
  waitSeconds: number | undefined
  texts: AgentTexts
  log: (level: LogLevel, msg: string) => void
  /** Aborted when the script has ended: its calls end, too. */
  signal: AbortSignal
}

const backOff = { firstMs: 500, limitMs: 10_000 }

/** Calls of one script for shared data. They wait for the server, and each is done once. */
export function dataCalls({ rapi, waitSeconds, texts, log, signal }: DataCallsDeps) {
  const origin = () => rapi.servers.current.origin
  const again = (reason: Error) =>
    log('warn', fill(texts.dataWaits, origin(), errorMessage(reason), String(waitSeconds)))
  const patience =
    waitSeconds === undefined
      ? // Only a server that says when to return has surely done nothing yet.
        { isPassing: (error: unknown) => requestedWait(error) !== undefined }
      : { limitMs: waitSeconds * 1000, backOff, again }

  return async (name: string, given: unknown): Promise<unknown> => {
    const startedAt = performance.now()
    const sent = rapiChanges.has(name) ? { ...Object(given), requestId: randomUUID() } : given
    try {
      return await tryAgain(() => rapi.call(name, sent, signal), { ...patience, signal })
    } catch (error) {
      if (!mayPass(error)) throw error
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      throw new Error(fill(texts.dataFailed, origin(), errorMessage(error), String(seconds)))
    }
  }
}
