import type { DaemonStream } from './daemon-stream.ts'

/** The answer of a fake phone's command line: its output, or output and exit code, or never. */
export type Answer =
  | string
  | Buffer
  | {
      stdout?: string | Buffer
      stderr?: string
      exitCode: number
      /** The command keeps running after its output. */
      staysOpen?: boolean
      /** It repeats its output until nobody reads it. */
      isEndless?: boolean
    }
  /** A separate program: it writes until it returns, or until the stream has ended. */
  | { run: (output: DaemonStream) => Promise<void> }
  | undefined
export type Script = (line: string, phone: FakePhone) => Answer | Promise<Answer>

/** A phone behind a fake adbd: it answers as its script says and records the commands. */
export class FakePhone {
  readonly serial: string
  /** The state in its banner: device, recovery, sideload. */
  state = 'device'
  features = 'shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir'
  /** Whether a computer must be authorized on the phone first. */
  asksForKeys = false
  /** Authorized public keys, as adb sends them. */
  readonly keys: string[] = []
  /** It speaks only TLS, with computers that it was paired with: wireless debugging of Android 11 and later. */
  usesTls = false
  /** The user presses "Allow" as soon as the phone asks. */
  allows = false
  /** Files sent to it are interrupted halfway. */
  stallsFiles = false
  readonly lines: string[] = []
  readonly services: string[] = []
  readonly files = new Map<string, Buffer>()
  /** Sizes that the phone reports instead of the true ones. */
  readonly claimedSizes = new Map<string, number>()
  /** Listening programs of the phone, by the name of their abstract socket. */
  readonly listeners = new Map<string, (stream: DaemonStream) => void>()
  readonly #script: Script

  constructor(serial: string, script: Script) {
    this.serial = serial
    this.#script = script
  }

  async answer(line: string): Promise<Answer> {
    this.lines.push(line)
    return this.#script(line, this)
  }
}
