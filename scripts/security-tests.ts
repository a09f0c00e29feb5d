import { existsSync } from 'node:fs'

/** The tests that `npm test -- --only security` runs: those of docs/security.md, by what they are about. */
const tests = {
  'what costs: passwords, bodies, files, storage, sockets, guesses, calls': [
    'apps/server/src/access/guess-limit.test.ts',
    'apps/server/src/domain/data-items/owner-pace.test.ts',
    'apps/server/src/features/caches/cache-limits.test.ts',
    'apps/server/src/features/device-api/phones.test.ts',
    'apps/server/src/features/files',
    'apps/server/src/features/session/session.test.ts',
    'apps/server/src/features/storage/storage.test.ts',
    'apps/server/src/features/throttles/throttles.test.ts',
    'apps/server/src/features/user-import/user-import.test.ts',
    'apps/server/src/platform/core/bounded-queue.test.ts',
    'apps/server/src/platform/core/limited-child.test.ts',
    'apps/server/src/platform/files',
    'apps/server/src/platform/http/implement.test.ts',
    'apps/server/src/platform/http/slow-bodies.test.ts',
    'apps/server/src/platform/http/turned-away.test.ts',
    'apps/server/src/realtime/sockets',
    'apps/agent/src/capabilities/command.test.ts',
    'apps/agent/src/download.test.ts',
    'apps/agent/src/drivers/adb/split-packages.test.ts',
    'packages/zip/src/archive.test.ts',
  ],
  accounts: [
    'apps/server/src/access/proofs.test.ts',
    'apps/server/src/access/sessions.test.ts',
    'apps/server/src/features/access-tokens/access-tokens.test.ts',
    'apps/server/src/features/auth',
    'apps/server/src/features/login-logs/login-logs.test.ts',
    'apps/server/src/features/profile/profile.test.ts',
    'apps/server/src/features/roles/roles.test.ts',
    'apps/server/src/features/second-factor/second-factor.test.ts',
    'apps/server/src/features/user-access/user-access.test.ts',
    'apps/server/src/features/users/users.test.ts',
  ],
  phones: [
    'apps/agent/src/signed-scripts.test.ts',
    'apps/server/src/domain/scripts/signed-scripts.test.ts',
    'apps/server/src/features/device-api/code-enrolments.test.ts',
    'apps/server/src/features/device-api/phone-files.test.ts',
    'apps/server/src/features/device-api/phone-keys.test.ts',
    'apps/server/src/features/enrolment-codes/enrolment-codes.test.ts',
    'apps/server/src/features/enrolment-requests/enrolment-requests.test.ts',
    'packages/testing/src/phones/keyed-agents.test.ts',
  ],
  'secrets, and what leaves the server': [
    'apps/server/src/features/backups/backups.test.ts',
    'apps/server/src/features/notices/notices.test.ts',
    'apps/server/src/features/operation-logs/operation-logs.test.ts',
    'apps/server/src/features/parameters',
    'apps/server/src/platform/backup/encryption.test.ts',
    'apps/server/src/platform/core/private-folder.test.ts',
    'apps/server/src/platform/log/log.test.ts',
    'apps/server/src/platform/safe-fetch/safe-fetch.test.ts',
    'apps/server/src/platform/seals/seals.test.ts',
  ],
  'every call: guards, data scopes, hostile input, addresses': [
    'apps/server/src/platform/http/caller-address.test.ts',
    'apps/server/src/platform/http/endpoint-scopes.test.ts',
    'apps/server/src/platform/http/guard.test.ts',
    'apps/server/src/platform/http/hostile-input.test.ts',
  ],
}

const journeys = [
  'e2e/journeys/back-office-rights.test.ts',
  'e2e/journeys/enrolment-codes.test.ts',
  'e2e/journeys/guard.test.ts',
  'e2e/journeys/identity.test.ts',
  'e2e/journeys/script-authors.test.ts',
  'e2e/journeys/second-factor.test.ts',
]

const existing = (files: string[]) => {
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length > 0)
    throw new Error(`scripts/security-tests.ts names what is not there: ${missing.join(', ')}`)
  return files
}

/** Paths from the root of the project, which is the working directory. */
export const securityTests = () => existing(Object.values(tests).flat())
export const securityJourneys = () => existing(journeys)
