import type { AppIntent, AppVersion, CurrentApp, PhoneApps } from '../phone-parts.ts'
import { isPackageName, noApp } from './installed.ts'
import { requireSuccess } from './packages.ts'
import { parseAppVersion } from './parse/app-version.ts'
import { parseCurrentApp } from './parse/current-app.ts'
import { parseStartFailure } from './parse/start-failure.ts'
import { type AdbShell, quoted } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const currentLine = [
  "dumpsys activity activities | grep -E 'ResumedActivity|mFocusedActivity'",
  "dumpsys window | grep -E 'mFocusedApp|mCurrentFocus'",
].join('; ')
const mostDumpBytes = 8 * 1024 * 1024
const mostInt = 2 ** 31
const mostLong = 2 ** 63

/** Apps of a real phone, by Android's `am` and `pm`. */
export class AdbApps implements PhoneApps {
  readonly #shell: AdbShell
  readonly #texts: AdbTexts

  constructor(shell: AdbShell, texts: AdbTexts) {
    this.#shell = shell
    this.#texts = texts
  }

  async current(): Promise<CurrentApp> {
    const { stdout } = await this.#shell.run(currentLine)
    const found = parseCurrentApp(stdout)
    if (!found) throw new Error(this.#texts.noCurrentApp)
    return found
  }

  async installed(app: string): Promise<AppVersion | undefined> {
    if (!isPackageName(app)) return undefined
    const { stdout } = await this.#shell.run(`dumpsys package ${quoted(app)}`, { mostBytes: mostDumpBytes })
    return parseAppVersion(stdout, app)
  }

  async stop(app: string): Promise<void> {
    await this.#requireInstalled(app)
    await this.#shell.text(`am force-stop ${quoted(app)}`)
  }

  async clearData(app: string): Promise<void> {
    await this.#requireInstalled(app)
    const { stdout, stderr } = await this.#shell.run(`pm clear ${quoted(app)}`)
    requireSuccess(`${stdout}\n${stderr}`, this.#texts.clearFailed)
  }

  async openLink(url: string, app?: string): Promise<void> {
    if (app !== undefined) await this.#requireInstalled(app)
    await this.#start(intentWords({ action: 'android.intent.action.VIEW', data: url, package: app }), url)
  }

  startIntent(intent: AppIntent): Promise<void> {
    const named = intent.component ?? intent.action ?? intent.data ?? intent.package ?? ''
    return this.#start(intentWords(intent), named)
  }

  async #start(words: string[], name: string): Promise<void> {
    const { stdout, stderr, exitCode } = await this.#shell.run(`am start ${words.join(' ')}`)
    const output = `${stdout}\n${stderr}`
    const failure = parseStartFailure(output) ?? (exitCode === 0 ? undefined : output.trim())
    if (failure === undefined) return
    const reason = failure.slice(0, 300)
    throw new Error(
      this.#texts.notOpened.replace('{0}', () => name.slice(0, 200)).replace('{1}', () => reason),
    )
  }

  async #requireInstalled(app: string): Promise<void> {
    const missing = noApp(app, this.#texts)
    if (!isPackageName(app)) throw missing
    const { stdout } = await this.#shell.run(`pm path ${quoted(app)}`)
    if (!/^package:/m.test(stdout)) throw missing
  }
}

/** The options of `am` for an intent. */
function intentWords(intent: AppIntent): string[] {
  const { action, data, type, category, component, flags, extras = {} } = intent
  const option = (name: string, value: string | undefined) =>
    value === undefined ? [] : [name, quoted(value)]
  return [
    ...option('-a', action),
    ...option('-d', data),
    ...option('-t', type),
    ...option('-c', category),
    ...option('-n', component),
    ...option('-p', intent.package),
    // `am` reads it as a number with a sign.
    ...(flags === undefined ? [] : ['-f', String(flags | 0)]),
    ...Object.entries(extras).flatMap(([key, value]) => [
      extraOption(value),
      quoted(key),
      quoted(String(value)),
    ]),
  ]
}

function extraOption(value: string | number | boolean): string {
  if (typeof value === 'string') return '--es'
  if (typeof value === 'boolean') return '--ez'
  if (!Number.isInteger(value) || value < -mostLong || value >= mostLong) return '--ef'
  return value >= -mostInt && value < mostInt ? '--ei' : '--el'
}
