import type { DaemonStream } from './daemon-stream.ts'

/** What a fake phone's command line answers: its output, or output and exit code, or nothing for ever. */
export type Answer =
  | string
  | Buffer
  | {
      stdout?: string | Buffer
      stderr?: string
      exitCode: number
      /** The command goes on after its output. */
      staysOpen?: boolean
    }
  /** A program of its own: it writes until it returns, or until the stream has ended. */
  | { run: (output: DaemonStream) => Promise<void> }
  | undefined
export type Script = (line: string, phone: FakePhone) => Answer | Promise<Answer>

/** A phone behind a fake adbd: it answers what its script says and remembers what it was asked. */
export class FakePhone {
  readonly serial: string
  /** As its banner says it: device, recovery, sideload. */
  state = 'device'
  features = 'shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir'
  /** Whether a computer must be accepted on the phone before it may do anything. */
  asksForKeys = false
  /** Public keys that were accepted, as adb sends them. */
  readonly keys: string[] = []
  /** Somebody at the phone presses "Allow" as soon as it asks. */
  allows = false
  /** Files that are sent to it stop in the middle. */
  stallsFiles = false
  readonly lines: string[] = []
  readonly services: string[] = []
  readonly files = new Map<string, Buffer>()
  /** Programs of the phone that wait for connections, by the name of their abstract socket. */
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
