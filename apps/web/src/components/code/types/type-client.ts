import type {
  ScriptText,
  TypeQuestion,
  TypeQuestions,
  TypesAnswer,
  TypesRequest,
  TypesSetup,
} from './protocol.ts'

/** Answers to a script of two million characters take seconds; later there is none. */
const patienceMs = 60_000
const maxModules = 50

interface Waiting {
  resolve: (answer: unknown) => void
  timer: ReturnType<typeof setTimeout>
}

interface TypeClientOptions {
  /** Null: the text is not for this user, or there is none. */
  loadModule: (name: string) => Promise<ScriptText | null>
  /** It answers nothing any more; the editor works without it. */
  onFailed: () => void
}

/** The types of one editor's script: a worker, which ends with it. */
export class TypeClient {
  readonly #options: TypeClientOptions
  readonly #started = Promise.withResolvers<void>()
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0
  #moduleCount = 0
  #sent: ScriptText | undefined
  #modulesGiven: Promise<void> = Promise.resolve()

  constructor(options: TypeClientOptions) {
    this.#options = options
    try {
      this.#worker = new Worker(new URL('./type-worker.ts', import.meta.url), { type: 'module' })
    } catch {
      queueMicrotask(() => this.#fail())
      return
    }
    this.#worker.addEventListener('error', () => this.#fail())
    this.#worker.addEventListener('message', ({ data }: MessageEvent<TypesAnswer>) => {
      this.#settle(data.id, data.answer)
    })
  }

  /** Until then, questions wait. */
  start(setup: TypesSetup): void {
    this.#post({ setup })
    this.#started.resolve()
  }

  /** Asks about a text; undefined if there is no answer. */
  async ask<Name extends TypeQuestion>(
    script: ScriptText,
    question: Name,
    asked: TypeQuestions[Name]['asked'],
  ): Promise<TypeQuestions[Name]['answer'] | undefined> {
    if (this.#sent?.text !== script.text || this.#sent.language !== script.language) {
      this.#sent = script
      this.#modulesGiven = this.#giveModules(this.#send('text', script))
    }
    // Other answers are for a user who is typing.
    if (question === 'marks') await this.#modulesGiven
    return this.#send(question, asked)
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#started.resolve()
    for (const id of this.#waiting.keys()) this.#settle(id, undefined)
  }

  async #giveModules(asking: Promise<string[] | undefined>): Promise<void> {
    let missing = await asking
    while (missing && missing.length > 0) {
      const names = missing.slice(0, maxModules)
      const texts = await Promise.all(names.map((name) => this.#module(name)))
      missing = await this.#send(
        'modules',
        Object.fromEntries(names.map((name, at) => [name, texts[at] ?? null])),
      )
    }
  }

  async #module(name: string): Promise<ScriptText | null> {
    if (this.#moduleCount >= maxModules) return null
    const module = await this.#options.loadModule(name).catch(() => null)
    if (module) this.#moduleCount += 1
    return module
  }

  async #send<Name extends TypeQuestion>(
    question: Name,
    asked: TypeQuestions[Name]['asked'],
  ): Promise<TypeQuestions[Name]['answer'] | undefined> {
    await this.#started.promise
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve) => {
      if (!this.#worker) return resolve(undefined)
      const timer = setTimeout(() => this.#fail(), patienceMs)
      this.#waiting.set(id, { resolve: (answer) => resolve(answer as never), timer })
      this.#post({ id, question, asked })
    })
  }

  #post(request: TypesRequest): void {
    this.#worker?.postMessage(request)
  }

  #settle(id: number, answer: unknown): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    waiting?.resolve(answer)
  }

  #fail(): void {
    this.close()
    this.#options.onFailed()
  }
}
