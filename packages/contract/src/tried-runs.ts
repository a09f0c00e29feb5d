import { z } from 'zod'
import { done, idParam } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { RunId } from './ids.ts'
import { scripts, scriptTries } from './scripts.ts'

/** Tries among the runs. */
export const triedRuns = {
  /** The text of a try, as it was sent to the phone. */
  text: {
    method: 'GET',
    path: '/task/run/text',
    permission: scripts.text.permission,
    query: z.strictObject({ id: idParam.brand<'RunId'>() }),
    data: scripts.text.data,
  },
  /** Stops a try that runs. */
  stop: {
    method: 'POST',
    path: '/task/run/stopTry',
    permission: scriptTries.endTry.permission,
    body: z.strictObject({ id: RunId }),
    data: done,
    log: OperationType.other,
  },
} as const
