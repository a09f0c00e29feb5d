import { sendFile, workFolder } from '../packages.ts'
import type { AdbShell } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'
import { ScrcpyEnded, ScrcpySession, type ScrcpyStart } from './scrcpy-session.ts'
import { type ScrcpyWire, wireOf } from './wire.ts'

const place = `${workFolder}/fleetdeck-scrcpy-server.jar`
const copyPlace = (purpose: Purpose) => `${workFolder}/fleetdeck-scrcpy-${purpose}.jar`
const startMs = 15_000
const mostOutput = 64 * 1024
/** Android's words for a file without the class. */
const notScrcpy = /ClassNotFoundException|NoClassDefFoundError/

type Start = Omit<ScrcpyStart, 'place' | 'wire'>
/** Of a session that changes something; only one for each runs at a time. */
type Purpose = 'awake' | 'dark'

/** It will not work later either: the file is not scrcpy's (`file`), or of a version that is not known (`version`). */
export class ScrcpyUnusable extends Error {
  readonly why: 'version' | 'file'
  readonly detail: string

  constructor(why: 'version' | 'file', detail: string, message: string) {
    super(message)
    this.why = why
    this.detail = detail
  }
}

/**
 * scrcpy's server on one phone: uploaded once, then started for each session. It only serves a client of its own
 * version, so its version is queried first: it answers a wrong one with the right one.
 */
export class ScrcpyServer {
  readonly #shell: AdbShell
  readonly #file: string
  readonly #texts: AdbTexts
  #wire: Promise<ScrcpyWire> | undefined
  #version: string | undefined

  constructor(shell: AdbShell, file: string, texts: AdbTexts) {
    this.#shell = shell
    this.#file = file
    this.#texts = texts
  }

  /** As it reported it; undefined before the first start. It may be one that is not known here. */
  get version(): string | undefined {
    return this.#version
  }

  /** Rejects if the file is not scrcpy's, or if its version is not known here. A failure is not kept. */
  wire(): Promise<ScrcpyWire> {
    const wire = this.#wire ?? this.#queryWire()
    this.#wire = wire
    wire.catch(() => {
      if (this.#wire === wire) this.#wire = undefined
    })
    return wire
  }

  /** Rejects after 15 s; a session that opens later than that is closed. */
  async start(start: Start): Promise<ScrcpySession> {
    return this.#startAt(place, start)
  }

  /**
   * As start(), with scrcpy's own program beside it that undoes what the session has changed when it ends, for whatever
   * reason. It deletes the file that it was started from, so it gets a copy.
   */
  async startUndone(purpose: Purpose, { options, ...start }: Start): Promise<ScrcpySession> {
    await this.wire()
    const copy = copyPlace(purpose)
    await this.#shell.text(`cp ${place} ${copy}`)
    return this.#startAt(copy, { ...start, options: { ...options, cleanup: true } })
  }

  async #startAt(place: string, start: Start): Promise<ScrcpySession> {
    const wire = await this.wire()
    const starting = ScrcpySession.start(this.#shell.adb, { ...start, place, wire })
    try {
      return await this.#shell.within(startMs, () => starting)
    } catch (error) {
      starting.then((late) => late.close()).catch(() => undefined)
      throw error instanceof ScrcpyEnded ? new Error(complaintIn(error.message)) : error
    }
  }

  async #queryWire(): Promise<ScrcpyWire> {
    await sendFile(this.#shell, this.#file, place)
    const output = await this.#shell.exec(
      `CLASSPATH=${place} app_process / com.genymobile.scrcpy.Server 0 2>&1`,
      { mostBytes: mostOutput },
    )
    const words = output.toString('utf8')
    const version = /server version \(([^)\n]{1,40})\)/.exec(words)?.[1]
    if (version === undefined) {
      const complaint = complaintIn(words)
      throw notScrcpy.test(words) ? new ScrcpyUnusable('file', complaint, complaint) : new Error(complaint)
    }
    this.#version = version
    const wire = wireOf(version)
    if (wire) return wire
    throw new ScrcpyUnusable(
      'version',
      version,
      this.#texts.scrcpyVersion.replace('{0}', () => version),
    )
  }
}

/** The error in the program's own words, without stack lines. */
function complaintIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const found = lines.find((line) => /error|exception/i.test(line)) ?? lines.find(Boolean)
  return found?.replace(/^\[server\] ERROR: /, '').slice(0, 300) ?? 'no output'
}
