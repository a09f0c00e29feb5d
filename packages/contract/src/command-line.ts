import { z } from 'zod'
import { deviceGroups } from './device-groups.ts'
import { deviceLogs } from './device-logs.ts'
import { devices } from './devices.ts'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { hotScripts } from './hot-scripts.ts'
import { AccessTokenId } from './ids.ts'
import { platforms } from './platforms.ts'
import { runQuestions } from './run-questions.ts'
import { scripts, scriptTries } from './scripts.ts'
import { taskRuns } from './task-runs.ts'
import { tasks } from './tasks.ts'

/** Page of the console where a user signs a command line in. */
export const commandLinePage = '/command-line'
/** Choices of how long the sign-in of a command line lasts, in days, and the usual one. */
export const commandLineDays = [1, 7, 30, 90] as const
export const usualCommandLineDays = 30
/** How long a code can be exchanged for its token, in minutes. */
export const codeMinutes = 5

const calls = [
  ...[devices.list, deviceGroups.list, deviceLogs.list, platforms.list, taskRuns.list],
  ...[scripts.list, scripts.text, scripts.add, scripts.edit, scripts.rollback, scriptTries.tryOut],
  ...[tasks.list, tasks.add, tasks.updateTaskStatus],
  ...[runQuestions.list, runQuestions.answer],
  ...[hotScripts.list, hotScripts.add, hotScripts.edit, hotScripts.publish],
]
/** Everything that the commands need. A sign-in grants those of them that the user has. */
export const commandLinePermissions: readonly string[] = [
  ...new Set(calls.map(({ permission }) => permission)),
].sort()

/** SHA-256, or 32 random bytes, in base64url. */
const secret = z.string().regex(/^[\w-]{43}$/)

/** Those of RFC 7636. */
const exampleVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const exampleChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/**
 * Sign-in of a command line as in RFC 8252 and 7636: it opens the page with a challenge, the user grants a token there,
 * and the command line exchanges the code and its verifier for the token.
 */
export const commandLine = {
  grant: {
    method: 'POST',
    path: '/system/user/commandLine/grant',
    permission: 'signed-in',
    body: z.strictObject({
      challenge: secret,
      /** The name of the computer, as the command line says. */
      host: z.string().trim().min(1).max(64),
      days: z.literal([...commandLineDays]),
    }),
    example: { challenge: exampleChallenge },
    data: z.object({ code: z.string() }),
    proof: true,
    log: OperationType.grant,
    logged: (sent: unknown) => ({ host: (sent as { host?: unknown })?.host }),
  },
  redeem: {
    method: 'POST',
    path: '/system/commandLine/redeem',
    permission: 'public',
    perMinute: 30,
    body: z.strictObject({ code: secret, verifier: secret }),
    example: { code: exampleChallenge, verifier: exampleVerifier },
    data: z.object({
      id: AccessTokenId,
      token: z.string(),
      userName: z.string(),
      expiresAt: time,
    }),
  },
  /** Revokes the access token of the caller. */
  signOut: {
    method: 'POST',
    path: '/system/user/commandLine/signOut',
    permission: 'signed-in',
    byToken: true,
    data: done,
    log: OperationType.remove,
  },
} as const
