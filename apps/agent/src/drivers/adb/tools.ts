import type { PhoneApp, PhonePlace, PhonePosition, SystemLogLine } from '@fleetdeck/contract/phone-tools'
import { CannotDo, type PhoneApps, type PhoneTools } from '../phone-parts.ts'
import type { AdbDisplays } from './displays.ts'
import { fixPosition } from './emulator-console.ts'
import type { EmulatorName } from './identity.ts'
import { listPackages } from './installed.ts'
import { parseProcesses, parseSystemLog, parseVersions } from './parse/system-log.ts'
import { isBefore } from './sdk.ts'
import { type AdbShell, eachChunk, quoted } from './shell.ts'

const android12 = 31
const android13 = 33
const mostDumpBytes = 8 * 1024 * 1024
/** Processes are listed again for a new one, but not more often. */
const processesMs = 5000
/** Characters of a line; the rest is left out. */
const longestLine = 16_384
const versionsLine = "dumpsys package packages | grep -E '^ *(Package \\[|versionName=)'"

interface AdbToolsDeps {
  shell: AdbShell
  sdk: number
  apps: Pick<PhoneApps, 'current'>
  emulator: EmulatorName | undefined
  displays: AdbDisplays
}

/** Tools of a real phone, by what adb's shell may do without root. */
export class AdbTools implements PhoneTools {
  readonly #deps: AdbToolsDeps
  #position: PhonePosition | undefined

  constructor(deps: AdbToolsDeps) {
    this.#deps = deps
  }

  /** Phones do not report the names below the icons. */
  async listApps(): Promise<PhoneApp[]> {
    const { shell } = this.#deps
    const [ids, dump] = await Promise.all([
      listPackages(shell),
      shell.run(versionsLine, { mostBytes: mostDumpBytes }),
    ])
    const versions = parseVersions(dump.stdout)
    return ids.map((id) => {
      const version = versions.get(id)
      return { id, isRemovable: true, ...(version !== undefined && { version }) }
    })
  }

  /** Closing the stream ends `logcat` on the phone. */
  async followLog(take: (line: SystemLogLine) => void, signal: AbortSignal): Promise<void> {
    const { shell, sdk } = this.#deps
    const format = isBefore(sdk, 24) ? '-v threadtime' : '-v threadtime -v epoch'
    const process = await shell.spawn(`logcat ${format} -T 50 2>/dev/null`)
    process.exited.catch(() => undefined)
    const end = () => void Promise.resolve(process.kill()).catch(() => undefined)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    const names = new ProcessNames(shell)
    await names.refresh()
    const decoder = new TextDecoder()
    let rest = ''
    try {
      await eachChunk(process.output, (chunk) => {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
        rest = (lines.pop() ?? '').slice(0, longestLine)
        for (const text of lines) {
          const { pid, ...line } = parseSystemLog(text, Date.now()) ?? {}
          if (pid === undefined) continue
          const app = names.of(pid)
          take({ ...(line as SystemLogLine), ...(app !== undefined && { app }) })
        }
      })
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  async readPlace(): Promise<PhonePlace> {
    const { shell, sdk, displays } = this.#deps
    const own = { ...(this.#position && { position: this.#position }), ...(await displays.read()) }
    const system = (await shell.text('getprop persist.sys.locale; getprop ro.product.locale')).trim()
    const [language = ''] = system.split(/\s+/)
    if (isBefore(sdk, android13)) return { language, ...own }
    const { id } = await this.#deps.apps.current()
    const { stdout } = await shell.run(`cmd locale get-app-locales ${quoted(id)} --user current`)
    const [, ofApp] = /\[([\w-]+)[\],]/.exec(stdout) ?? []
    return { language: ofApp ?? language, languageApp: id, ...own }
  }

  /** An emulator takes it in its console, with any version of Android. */
  async setPosition(position: PhonePosition): Promise<void> {
    const { emulator } = this.#deps
    if (!emulator || !(await fixPosition(emulator, position))) await this.#mockPosition(position)
    this.#position = position
  }

  /** The shell becomes the app that may give positions, as in the phone's developer options. */
  async #mockPosition({ latitude, longitude }: PhonePosition): Promise<void> {
    if (isBefore(this.#deps.sdk, android12)) throw new CannotDo('needsAndroid12')
    await this.#permitted('appops set com.android.shell android:mock_location allow')
    await this.#permitted('cmd location providers add-test-provider gps')
    await this.#permitted('cmd location providers set-test-provider-enabled gps true')
    const at = `${latitude},${longitude}`
    await this.#permitted(`cmd location providers set-test-provider-location gps --location ${at}`)
  }

  /** Of the app in front: that of the whole phone needs root. */
  async setLanguage(language: string): Promise<void> {
    if (isBefore(this.#deps.sdk, android13)) throw new CannotDo('needsAndroid13')
    const { id } = await this.#deps.apps.current()
    await this.#permitted(
      `cmd locale set-app-locales ${quoted(id)} --user current --locales ${quoted(language)}`,
    )
  }

  showDisplay(id: number): Promise<void> {
    return this.#deps.displays.show(id)
  }

  async #permitted(line: string): Promise<void> {
    const { stdout, stderr, exitCode } = await this.#deps.shell.run(line)
    if (exitCode !== 0 || /Exception|not found|Unknown command/.test(`${stdout}\n${stderr}`))
      throw new CannotDo('notPermitted')
  }
}

/** Names of the phone's processes by id. */
class ProcessNames {
  readonly #shell: AdbShell
  #names = new Map<number, string>()
  #askedAt = 0

  constructor(shell: AdbShell) {
    this.#shell = shell
  }

  of(pid: number): string | undefined {
    const name = this.#names.get(pid)
    if (name === undefined && performance.now() - this.#askedAt > processesMs)
      this.refresh().catch(() => undefined)
    return name
  }

  /** Lines of processes that are not known are shown without a name. */
  async refresh(): Promise<void> {
    this.#askedAt = performance.now()
    const found = await this.#shell.run('ps -A -o PID,NAME').catch(() => undefined)
    if (found) this.#names = parseProcesses(found.stdout)
  }
}
