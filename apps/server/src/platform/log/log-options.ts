import type { FastifyRequest } from 'fastify'
import { cut } from './cut.ts'
import { describeError, describeMessage } from './describe-error.ts'
import { Repeats } from './repeats.ts'
import { type LogFile, RotatingFile } from './rotating-file.ts'

const longestLine = 8000
const longestValue = 500
/** Of lines that the reader of standard output has not taken yet; further ones are lost. */
const mostWaitingBytes = 1024 * 1024
/** pino's number of `warn`; calls, which are logged below it, are no repetitions. */
const warnLevel = 40

export interface LogSettings {
  /** Of pino: `error`, `warn`, `info`, `debug` or `silent`. */
  level: string
  /** Standard output if omitted. */
  file?: LogFile | undefined
}

type LogArguments = [first: unknown, message?: string, ...values: unknown[]]
type LogMethod = (this: unknown, ...args: LogArguments) => void

/** Options for Fastify's logger: short lines, repetitions counted, nothing secret. `close` writes the last counts. */
export function logOptions({ level, file }: LogSettings) {
  const repeats = new Repeats()
  const rotating = file && new RotatingFile(file)
  const write = (line: string) => (rotating ? rotating.write(line) : writeToOutput(line))
  return {
    options: {
      level,
      stream: { write: (line: string) => write(shorten(line)) },
      serializers: { err: (error: unknown) => ({ ...describeError(error) }), req: describeRequest },
      hooks: {
        logMethod(this: unknown, args: LogArguments, method: LogMethod, number: number) {
          const { text, kind } = readArguments(args)
          const tell = (count: number) =>
            method.call(this, { repeated: count }, `${text} … repeated ${count.toLocaleString('en')} times`)
          if (number < warnLevel || repeats.isFirst(`${number} ${kind}`, tell)) method.apply(this, args)
        },
      },
    },
    close: () => {
      repeats.flush()
      rotating?.close()
    },
  }
}

function writeToOutput(line: string): void {
  if (process.stdout.writableLength < mostWaitingBytes) process.stdout.write(line)
}

/** Without the query, which may contain tokens. */
function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, url: url?.split('?', 1)[0], remoteAddress: ip }
}

/** The repeated lines, and the criteria for the same line: numbers and quoted values may differ. */
function readArguments([first, message]: LogArguments): { text: string; kind: string } {
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  const parts = [typeof first === 'string' ? first : message]
  for (let each = error, depth = 0; each instanceof Error && depth < 2; each = each.cause, depth += 1)
    parts.push(describeMessage(each))
  const text = cut(parts.filter(Boolean).join(': '), longestValue)
  return { text, kind: text.replace(/"[^"]*"|'[^']*'|\d+/g, '#') }
}

/** Whatever a message contains, its line stays short. */
function shorten(line: string): string {
  if (line.length <= longestLine) return line
  const entries = Object.entries(JSON.parse(line) as Record<string, unknown>).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [name, text.length <= longestValue ? value : cut(text, longestValue)] as const
  })
  const short = JSON.stringify(Object.fromEntries(entries))
  return `${short.length <= longestLine ? short : JSON.stringify({ msg: cut(short, longestValue) })}\n`
}
