import { type ChildProgram, firstMessage, startProgram } from './child-program.ts'

interface Answer {
  id: number
  value?: unknown
  error?: string
}
interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The simulated phones of the tests, in a program of the agent. */
export class PhonesProgram {
  readonly #program: ChildProgram
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  private constructor(program: ChildProgram) {
    this.#program = program
    program.child.on('message', ({ id, value, error }: Answer) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === undefined) waiting?.resolve(value)
      else waiting?.reject(new Error(error))
    })
    program.child.once('exit', () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(`The phones ended: ${program.said()}`))
    })
  }

  static async start(server: string, given: { key: string; stateDir: string; language: string }) {
    const { key, stateDir, language } = given
    const words = ['--server', server, '--key', key, '--state', stateDir, '--lang', language]
    const program = startProgram('agent/src/driven-phones.ts', words)
    await firstMessage(program, 'program for phones')
    return new PhonesProgram(program)
  }

  /** A call of the phone's `device`, or `start` and `stop`. */
  ask(phone: string, call: string, args: unknown[] = []): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      if (!this.#program.child.connected) return reject(new Error('The phones have ended'))
      this.#waiting.set(id, { resolve, reject })
      this.#program.child.send({ id, phone, call, args })
    })
  }

  stop(): Promise<void> {
    return this.#program.stop()
  }
}
