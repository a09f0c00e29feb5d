import { ExitCode, Failure } from './failure.ts'

/** For work that is repeated: an outage of the server is borne for so long, and the answer is undefined then. */
export function bearOutages(
  maxMs: number,
): <Answer>(work: () => Promise<Answer>) => Promise<Answer | undefined> {
  let lastAnswerAt = performance.now()
  return async (work) => {
    try {
      const answer = await work()
      lastAnswerAt = performance.now()
      return answer
    } catch (error) {
      const isOutage = error instanceof Failure && error.exitCode === ExitCode.unreachable
      if (isOutage && performance.now() - lastAnswerAt < maxMs) return undefined
      throw error
    }
  }
}
