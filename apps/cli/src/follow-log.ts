import { setTimeout as pause } from 'node:timers/promises'
import { browserProtocol, CloseCode, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { LogEvent, type LogLine, logSocketPath, maxLogLines } from '@fleetdeck/contract/log-socket'
import WebSocket from 'ws'
import { ExitCode, Failure } from './failure.ts'
import type { ServerClient } from './server-client.ts'

const pingMs = 10_000
/** A server that sends nothing for so long, not even an answer to a ping, is away. */
const silenceMs = 25_000
const backOff = { firstMs: 500, limitMs: 10_000 }
/** Time for the stored lines of a phone, if it has any. */
const storedMs = 5000
/** Twice what a server stores of a phone. */
const maxSeen = 2 * maxLogLines

const closeFailures = new Map<number, [ExitCode, string]>([
  [CloseCode.unauthorized, [ExitCode.notAllowed, 'The sign-in has ended']],
  [CloseCode.forbidden, [ExitCode.notAllowed, 'The permission to see the devices is missing']],
  [CloseCode.notFound, [ExitCode.notFound, 'The device does not exist, or you cannot see it']],
])

interface FollowOptions {
  signal: AbortSignal
  onLines: (lines: LogLine[]) => void
  /** The connection was lost, or is back. */
  onConnection?: (isConnected: boolean) => void
}

/**
 * Log lines of a phone, the stored ones first, until the signal. A lost connection is opened again; lines that were
 * written meanwhile follow then.
 */
export async function followLog(
  client: ServerClient,
  deviceNo: string,
  options: FollowOptions,
): Promise<void> {
  const unseen = newLines()
  const { signal, onConnection } = options
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const wasOpen = await openOnce(client, deviceNo, {
      ...options,
      onOpen: () => {
        if (attempt > 0) onConnection?.(true)
      },
      onLines: (lines) => {
        const fresh = unseen(lines)
        if (fresh.length) options.onLines(fresh)
      },
    })
    if (signal.aborted) return
    if (wasOpen) attempt = 0
    if (wasOpen || attempt === 0) onConnection?.(false)
    const waitMs = Math.min(backOff.limitMs, backOff.firstMs * 2 ** attempt)
    await pause(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

/** The lines that the server has stored; after some time without an answer, none. */
export async function storedLog(client: ServerClient, deviceNo: string): Promise<LogLine[]> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), storedMs)
  let stored: LogLine[] = []
  const onLines = (lines: LogLine[]) => {
    stored = lines
    end.abort()
  }
  await followLog(client, deviceNo, { signal: end.signal, onLines })
  clearTimeout(timer)
  return stored
}

/**
 * Lines that were not seen before. After a reconnect the stored ones arrive again, and a phone that has lost its server
 * sends some again. Each line has its own time; equal ones that arrive together are different lines.
 */
export function newLines(): (lines: LogLine[]) => LogLine[] {
  const seen = new Map<string, number>()
  /** What was written before is no longer remembered. */
  let since = 0
  return (lines) => {
    const counts = new Map<string, number>()
    const fresh = lines.filter((line) => {
      const text = JSON.stringify(line)
      const count = (counts.get(text) ?? 0) + 1
      counts.set(text, count)
      return line.time >= since && count > (seen.get(text) ?? 0)
    })
    for (const [text, count] of counts) {
      const before = seen.get(text) ?? 0
      seen.delete(text)
      seen.set(text, Math.max(count, before))
    }
    for (const [text] of seen) {
      if (seen.size <= maxSeen) break
      seen.delete(text)
      since = Math.max(since, (JSON.parse(text) as LogLine).time + 1)
    }
    if (since === 0 && lines.length > 0) since = Math.min(...lines.map(({ time }) => time))
    return fresh
  }
}

/** Resolves when the socket has closed, with whether it was open. */
function openOnce(
  { origin, token, language }: ServerClient,
  deviceNo: string,
  { signal, onLines, onOpen }: FollowOptions & { onOpen: () => void },
): Promise<boolean> {
  const address = new URL(logSocketPath, origin)
  address.protocol = address.protocol.replace('http', 'ws')
  address.search = String(new URLSearchParams({ deviceNo, language }))
  const socket = new WebSocket(address, [browserProtocol, `${tokenProtocolPrefix}${token}`], {
    origin,
    handshakeTimeout: silenceMs,
    maxPayload: 64 * 1024 * 1024,
  })
  return new Promise((resolve, reject) => {
    let isOpen = false
    let silence: NodeJS.Timeout | undefined
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(() => socket.terminate(), silenceMs)
    }
    const ping = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"action":"ping"}')
    }, pingMs)
    const leave = () => socket.close()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    // What went wrong is the reason of its end.
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      heard()
      const event = LogEvent.safeParse(JSON.parse(String(data)))
      if (!isOpen) onOpen()
      isOpen = true
      if (event.data?.action === 'lines') onLines(event.data.lines)
      if (event.data?.action === 'ping') socket.send('{"action":"pong"}')
    })
    socket.on('open', heard)
    socket.on('close', (code, reason) => {
      clearInterval(ping)
      clearTimeout(silence)
      signal.removeEventListener('abort', leave)
      const [exitCode, text] = closeFailures.get(code) ?? []
      if (exitCode === undefined || signal.aborted) resolve(isOpen)
      else reject(new Failure(exitCode, String(reason) || text || 'The server closed the log'))
    })
  })
}

/** For a terminal: the local time, the level if it matters, and the text. */
export function lineText({ time, level, msg }: LogLine): string {
  const at = new Date(time)
  const clock = at.toTimeString().slice(0, 8)
  const ms = String(at.getMilliseconds()).padStart(3, '0')
  return `${clock}.${ms} ${level.padEnd(5)} ${msg}`
}
