import type { NetConnectOpts, Socket } from 'node:net'
import { openSocket } from './connector.ts'

const chunkBytes = 64 * 1024
const answerBytes = 4
/** Of an output in bytes, such as a screenshot. */
export const mostOutputBytes = 64 * 1024 * 1024
const longestReason = 1024
const freeBuffers: Uint8Array[] = []

/** The connection ended before the answer to a request. */
export class ConnectionCutOff extends Error {}

/** Where the whole output of a service can be read. */
export interface ServiceOutput {
  address: NetConnectOpts
  /** To the adb server; the last one starts the output. */
  requests: string[]
}

export interface OutputReader {
  /** The bytes are overwritten afterwards. What it throws ends the connection. */
  take: (bytes: Uint8Array) => void
  /** Ends the connection. */
  signal: AbortSignal
}

/**
 * Sends requests to an adb server, each after the answer to the one before, and reads what the last one outputs to its
 * end. The library's streams take several times the processor time and leave garbage for each chunk, which delays all
 * phones of the process when it receives dozens of screenshots a second.
 */
export async function readServiceOutput(
  address: NetConnectOpts,
  requests: readonly string[],
  { take, signal }: OutputReader,
): Promise<void> {
  const answers = new Answers(requests.slice(1), take)
  const buffer = freeBuffers.pop() ?? new Uint8Array(chunkBytes)
  let socket: Socket | undefined
  let failure: unknown
  const callback = (bytes: number) => {
    try {
      const next = answers.read(buffer.subarray(0, bytes))
      if (next) socket?.write(packed(next))
    } catch (error) {
      failure = error
      socket?.destroy()
    }
    return true
  }
  try {
    socket = await openSocket({ ...address, onread: { buffer, callback } }, signal)
    const closed = new Promise((resolve) => socket?.once('close', resolve))
    socket.setNoDelay(true)
    socket.write(packed(requests[0] ?? ''))
    await closed
    signal.throwIfAborted()
    if (failure) throw failure
    if (!answers.isComplete) throw new ConnectionCutOff()
  } finally {
    freeBuffers.push(buffer)
  }
}

/** Each request is answered by OKAY, or by FAIL and the reason; the output follows the last answer. */
class Answers {
  readonly #requests: string[]
  readonly #take: (bytes: Uint8Array) => void
  #answer = Buffer.alloc(0)
  isComplete = false

  constructor(requests: string[], take: (bytes: Uint8Array) => void) {
    this.#requests = requests
    this.#take = take
  }

  /** The next request, if this completes an answer. */
  read(bytes: Uint8Array): string | undefined {
    if (this.isComplete) {
      this.#take(bytes)
      return undefined
    }
    this.#answer = Buffer.concat([this.#answer, bytes])
    if (this.#answer.length < answerBytes) return undefined
    const word = this.#answer.toString('latin1', 0, answerBytes)
    if (word !== 'OKAY') return this.#fail(word)
    const rest = this.#answer.subarray(answerBytes)
    this.#answer = Buffer.alloc(0)
    const next = this.#requests.shift()
    this.isComplete = next === undefined
    if (this.isComplete && rest.length) this.#take(rest)
    return next
  }

  #fail(word: string): undefined {
    const begin = 2 * answerBytes
    if (word !== 'FAIL') throw new Error(`Unexpected response: ${word}`)
    if (this.#answer.length < begin) return
    const length = Number.parseInt(this.#answer.toString('latin1', answerBytes, begin), 16)
    if (this.#answer.length < begin + Math.min(length, longestReason)) return
    throw new Error(this.#answer.toString('utf8', begin, begin + length))
  }
}

/** With its length, as the server reads it. */
function packed(request: string): Buffer {
  const text = Buffer.from(request)
  return Buffer.concat([Buffer.from(text.length.toString(16).padStart(answerBytes, '0')), text])
}
