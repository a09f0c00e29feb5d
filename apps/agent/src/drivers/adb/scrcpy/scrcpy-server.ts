import { randomInt } from 'node:crypto'
import { AdbScrcpyClient, AdbScrcpyExitedError, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy'
import { sendFile, workFolder } from '../packages.ts'
import type { AdbShell } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'

type Options = AdbScrcpyOptions3_3_3<boolean>
export type ScrcpyInit = AdbScrcpyOptions3_3_3.Init<boolean>
export type ScrcpySession = AdbScrcpyClient<Options>

const place = `${workFolder}/fleetdeck-scrcpy-server.jar`
const startMs = 15_000
const most31Bits = 2 ** 31
/** Versions with a known wire format; they do not differ in what is used here. */
const isKnown = (version: string) => /^3\.\d+(\.\d+)*$/.test(version)

/**
 * scrcpy's server on one phone: uploaded once, then started for each session. It only serves a client of its own
 * version, so its version is queried first: it answers a wrong one with the right one.
 */
export class ScrcpyServer {
  readonly #shell: AdbShell
  readonly #file: string
  readonly #texts: AdbTexts
  #version: Promise<string> | undefined

  constructor(shell: AdbShell, file: string, texts: AdbTexts) {
    this.#shell = shell
    this.#file = file
    this.#texts = texts
  }

  /** Rejects if the file is not scrcpy's, or its version is unknown here. */
  version(): Promise<string> {
    this.#version ??= this.#queryVersion()
    return this.#version
  }

  /** Connections go directly to the program's socket, so that no port is forwarded and none is left over. */
  async start(init: ScrcpyInit, prepare: (options: Options) => void = () => {}): Promise<ScrcpySession> {
    const version = await this.version()
    const options = new AdbScrcpyOptions3_3_3<boolean>(
      {
        audio: false,
        cleanup: false,
        clipboardAutosync: false,
        tunnelForward: true,
        scid: randomInt(most31Bits).toString(16).padStart(8, '0'),
        ...init,
      },
      { version },
    )
    prepare(options)
    try {
      const { adb } = this.#shell
      return await this.#shell.within(startMs, () => AdbScrcpyClient.start(adb, place, options))
    } catch (error) {
      throw error instanceof AdbScrcpyExitedError ? new Error(complaintIn(error.output.join('\n'))) : error
    }
  }

  async #queryVersion(): Promise<string> {
    await sendFile(this.#shell, this.#file, place)
    const output = await this.#shell.exec(
      `CLASSPATH=${place} app_process / com.genymobile.scrcpy.Server 0 2>&1`,
    )
    const words = output.toString('utf8')
    const version = /server version \(([^)]+)\)/.exec(words)?.[1]
    if (!version) throw new Error(complaintIn(words))
    if (!isKnown(version)) throw new Error(this.#texts.scrcpyVersion.replace('{0}', () => version))
    return version
  }
}

/** The error in the program's own words, without stack lines. */
function complaintIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const found = lines.find((line) => /error|exception/i.test(line)) ?? lines.find(Boolean)
  return found?.replace(/^\[server\] ERROR: /, '').slice(0, 300) ?? 'no output'
}
