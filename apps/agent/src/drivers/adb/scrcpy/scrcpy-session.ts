import { randomInt } from 'node:crypto'
import type { Adb, AdbNoneProtocolProcess } from '@yume-chan/adb'
import { type AdbScrcpyConnectionStreams, AdbScrcpyForwardConnection } from '@yume-chan/adb-scrcpy'
import { ScrcpyControlMessageWriter } from '@yume-chan/scrcpy'
import { atMost } from '../at-most.ts'
import { Lines } from '../lines.ts'
import { splitSections } from '../shell.ts'
import type { ScrcpyWire } from './wire.ts'

/** Options of the server by their own names; see `Options.java` of scrcpy. */
export type ScrcpyOptions = Record<string, string | number | boolean>

export interface ScrcpyStart {
  /** The server's file on the phone. */
  place: string
  wire: ScrcpyWire
  /** The streams that it opens, in the server's order; all other options are the server's. */
  streams: { video?: boolean; audio?: boolean; control?: boolean }
  options?: ScrcpyOptions
  /** Each line that the server writes. */
  onLine: (line: string) => void
}

const most31Bits = 2 ** 31
const longestLine = 1000
/** Lines of its output that are kept until its sockets are open. */
const mostKeptLines = 50
const closeMs = 2000

/** The server ended before its sockets were open; the message is its output. */
export class ScrcpyEnded extends Error {}

/** One run of scrcpy's server. Connections go directly to its socket, so that no port is forwarded and none is left over. */
export class ScrcpySession {
  readonly wire: ScrcpyWire
  /** Must be read, or cancelled. */
  readonly video: AdbScrcpyConnectionStreams['video']
  readonly audio: AdbScrcpyConnectionStreams['audio']
  /** What the phone sends to the control socket. */
  readonly messages: NonNullable<AdbScrcpyConnectionStreams['control']>['readable'] | undefined
  readonly writer: ScrcpyControlMessageWriter | undefined
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>
  readonly #process: AdbNoneProtocolProcess

  /** Rejects when the server ends before its sockets are open. */
  static async start(
    adb: Adb,
    { place, wire, streams, options, onLine }: ScrcpyStart,
  ): Promise<ScrcpySession> {
    const { video = false, audio = false, control = false } = streams
    const scid = randomInt(most31Bits).toString(16).padStart(8, '0')
    const values = {
      ...{ scid, video, audio, control },
      ...{ tunnel_forward: true, send_device_meta: false, cleanup: false, clipboard_autosync: false },
      ...options,
    }
    const words = Object.entries(values).map(([key, value]) => `${key}=${value}`)
    const line = `CLASSPATH=${place} app_process / com.genymobile.scrcpy.Server ${wire.version} ${words.join(' ')}`
    const connection = new AdbScrcpyForwardConnection(adb, {
      scid,
      video,
      audio,
      control,
      sendDummyByte: true,
    })
    const process = await adb.subprocess.noneProtocol.spawn([line])
    const ended = process.exited.catch(() => undefined)
    try {
      const output = readOutput(process, onLine)
      const failed = output.then((kept) => Promise.reject(new ScrcpyEnded(kept.join('\n'))))
      failed.catch(() => undefined)
      const opened = await Promise.race([connection.getStreams(), failed])
      return new ScrcpySession(process, ended, wire, opened)
    } catch (error) {
      await atMost(closeMs, process.kill())
      throw error
    } finally {
      connection.dispose()
    }
  }

  private constructor(
    process: AdbNoneProtocolProcess,
    ended: Promise<void>,
    wire: ScrcpyWire,
    { video, audio, control }: AdbScrcpyConnectionStreams,
  ) {
    this.#process = process
    this.ended = ended
    this.wire = wire
    this.video = video
    this.audio = audio
    this.messages = control?.readable
    this.writer = control && new ScrcpyControlMessageWriter(control.writable.getWriter(), wire.messages)
  }

  /**
   * The server ends when it has taken the last message, such as a lifted finger. A phone that does not answer any more is
   * not waited for.
   */
  async close(): Promise<void> {
    if (this.writer) {
      await atMost(closeMs, this.writer.close())
      await atMost(closeMs, this.ended)
    }
    await atMost(closeMs, this.#process.kill())
  }
}

/** Reads all of it, so that the server never waits for a reader; resolves to its first lines when it has ended. */
async function readOutput(
  process: AdbNoneProtocolProcess,
  onLine: (line: string) => void,
): Promise<string[]> {
  const lines = new Lines(longestLine)
  const kept: string[] = []
  const take = (line: string) => {
    if (kept.length < mostKeptLines) kept.push(line)
    onLine(line)
  }
  await splitSections(process.output, (chunk) => lines.push(chunk).forEach(take)).catch(() => undefined)
  if (lines.rest) take(lines.rest)
  return kept
}
