import { cut } from './cut.ts'

const longestMessage = 500
const mostFrames = 10
const mostCauses = 3

interface DescribedCause {
  type: string
  message: string
  code?: string
  constraint?: string
  cause?: DescribedCause
}

/**
 * An error as it is logged: bounded, and without the parameters of a failed statement, which may be secrets and of any
 * size. Of a statement only the beginning is logged.
 */
export function describeError(error: unknown): DescribedCause & { stack: string } {
  return { ...describeCause(error, mostCauses), stack: error instanceof Error ? framesOf(error) : '' }
}

function describeCause(error: unknown, causes: number): DescribedCause {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(String(error), longestMessage) }
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown }
  return {
    type: error.constructor.name,
    message: describeMessage(error),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && causes > 0 && { cause: describeCause(cause, causes - 1) }),
  }
}

/** Its message, bounded and in one line. */
export function describeMessage({ message }: Error): string {
  // Drizzle's message is the statement and all its parameters.
  const [statement = ''] = message.startsWith('Failed query:') ? message.split('\nparams: ', 1) : [message]
  return cut(statement, longestMessage).replace(/\s+/g, ' ')
}

/** The stack begins with the message, which may be long. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line))
  return frames
    .slice(0, mostFrames)
    .map((line) => line.trim())
    .join('\n')
}
