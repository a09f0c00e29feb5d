import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DaemonStream } from './daemon-stream.ts'
import type { Answer } from './fake-phone.ts'

/** Android's `settings` and `ime` with a file for each value; other programs only say that they were called. */
const settings = `case $1 in
get) cat "$2.$3" 2>/dev/null || echo null ;;
put) echo "$4" > "$2.$3" ;;
delete) rm -f "$2.$3" ;;
esac`
const ime = `case "$1 $2" in
"list -s") cat enabled ;;
"list -a") cat installed ;;
set*) echo "$2" > secure.default_input_method; echo "Input method $2 selected for user #0" ;;
enable*) grep -qFx "$2" enabled || echo "$2" >> enabled ;;
disable*) grep -vFx "$2" enabled > rest; mv rest enabled ;;
esac`
const programs = { settings, ime, input: '', am: '', cmd: '', svc: '', media: '' }

/**
 * The command line of a phone: lines run in this computer's own shell, with these programs in the place of Android's.
 * Values are files of a folder.
 */
export class PhoneShell {
  readonly #folder: string

  static async create(): Promise<PhoneShell> {
    const folder = await mkdtemp(join(tmpdir(), 'phone-shell-'))
    const shell = new PhoneShell(folder)
    for (const [name, body] of Object.entries(programs)) await shell.#write(name, body)
    for (const list of ['enabled', 'installed', 'calls']) await writeFile(join(folder, list), '')
    return shell
  }

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** `system.screen_brightness`, `enabled` or `installed` for input methods. */
  async set(name: string, value: string): Promise<void> {
    await writeFile(join(this.#folder, name), `${value}\n`)
  }

  /** Null for a setting that nobody has set. */
  async value(name: string): Promise<string | null> {
    const text = await readFile(join(this.#folder, name), 'utf8').catch(() => null)
    return text === null ? null : text.trim()
  }

  /** What was called with which arguments, in order. */
  async calls(): Promise<string[]> {
    return (await this.value('calls'))?.split('\n') ?? []
  }

  /** A program takes so many seconds. */
  async slow(program: keyof typeof programs, seconds: number): Promise<void> {
    await this.#write(program, `sleep ${seconds}`)
  }

  /** A program fails with this text. */
  async refuse(program: keyof typeof programs, text: string): Promise<void> {
    await this.#write(program, `echo '${text}' >&2\nexit 255`)
  }

  /** A line that waits for input keeps running until its connection ends; its standard input ends then. */
  answer(line: string): Answer | Promise<Answer> {
    if (/\bread -r\b/.test(line)) return { run: (stream) => this.#runWith(stream, line) }
    return this.#run(line)
  }

  start(line: string) {
    const env = { PATH: `${this.#folder}:${process.env.PATH}` }
    return spawn('sh', ['-c', line], { env, cwd: this.#folder })
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true })
  }

  async #write(program: string, body: string): Promise<void> {
    const file = join(this.#folder, program)
    await writeFile(file, `#!/bin/sh\ncd "$(dirname "$0")"\necho "\${0##*/} $*" >> calls\n${body}\n`)
    await chmod(file, 0o755)
  }

  async #run(line: string): Promise<Answer> {
    const child = this.start(line)
    const [stdout, stderr] = [[] as Buffer[], [] as Buffer[]]
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.stdin.end()
    const exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
    return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString(), exitCode }
  }

  async #runWith(stream: DaemonStream, line: string): Promise<void> {
    const child = this.start(line)
    child.stdin.on('error', () => {})
    const closed = new Promise((resolve) => child.on('close', resolve))
    child.stdout.on('data', (chunk: Buffer) => {
      stream.write(chunk).catch(() => undefined)
    })
    const feed = async () => {
      for (;;) child.stdin.write(await stream.read(1))
    }
    feed().catch(() => child.stdin.end())
    await closed
  }
}
