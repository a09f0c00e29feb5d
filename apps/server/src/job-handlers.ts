import type { ParameterKey } from '@fleetdeck/contract/parameters'
import { pruneWaiting } from './access/expired.queries.ts'
import type { Deps } from './deps.ts'
import { pruneAnswers } from './domain/data-items/answered-calls.queries.ts'
import { pruneCaches } from './domain/data-items/caches.queries.ts'
import { pruneUsage } from './domain/data-items/item-leases.queries.ts'
import { closeQuestions, pruneQuestions } from './domain/questions/questions.queries.ts'
import { pruneAlarms } from './features/alarms/monitor.queries.ts'
import { queueAccountMessages } from './features/alarms/queue-account-messages.ts'
import { backUp } from './features/backups/back-up.ts'
import type { TestRestores } from './features/backups/test-restores.ts'
import { pruneBookings } from './features/bookings/bookings.queries.ts'
import { pruneCommands } from './features/commands/commands.queries.ts'
import { endExpired, sweepSilent } from './features/device-api/follow-phones.ts'
import type { RuntimeRecorder } from './features/device-api/runtime-recorder.ts'
import { pruneHistory } from './features/device-monitor/history.queries.ts'
import { pruneIncidents } from './features/incidents/incidents.queries.ts'
import { pruneLogins } from './features/login-logs/login-logs.queries.ts'
import { pruneOperations } from './features/operation-logs/operation-logs.queries.ts'
import type { Recorder } from './features/recordings/recorder.ts'
import { pruneChanges } from './features/roles/role-changes.queries.ts'
import { pruneRuns } from './features/scheduled-jobs/job-logs.queries.ts'
import type { JobHandlers } from './features/scheduled-jobs/job-runner.ts'
import { pruneScreenLinks } from './features/screen-links/screen-links.queries.ts'
import type { AlertNews } from './features/tenants/account-alerts.queries.ts'
import { pruneUsageDays } from './features/tenants/account-days.queries.ts'
import { recordUsage, watchLimits } from './features/tenants/record-usage.ts'
import { pruneThrottles } from './features/throttles/throttles.queries.ts'
import type { Backups } from './platform/backup/backups.ts'
import type { Copies } from './platform/backup/copies.ts'
import { siteMs } from './platform/core/site-clock.ts'
import type { Db } from './platform/db/db.ts'
import { pruneSamples } from './platform/metrics/samples.queries.ts'

const dayMs = 86_400_000
/** Rows per statement: the database does other work in between. */
const chunkRows = 2000

type Prune = (db: Db, before: Date, rows: number) => Promise<number>
type DaysKey = Extract<ParameterKey, `${string}Days`>

interface HandlerParts {
  recorder: RuntimeRecorder
  recordings: Recorder
  backups: Backups
  copies: Copies
  testRestores: TestRestores
  /** Starts the job that copies the newest backup. */
  copyLater: () => Promise<void>
}

/** The job handlers; each calls the module that the job belongs to. */
export function jobHandlers(
  deps: Deps,
  { recorder, recordings, backups, copies, testRestores, copyLater }: HandlerParts,
): JobHandlers {
  const { db, changes, files, parameters, sessions, shared } = deps
  /** Removes rows older than the job's days, else the site's. */
  const older =
    (prune: Prune, key: DaysKey) =>
    async ({ days = parameters.get(key) }: { days?: number | undefined }, signal: AbortSignal) => {
      const before = new Date(siteMs() - days * dayMs)
      let removed = 0
      while (!signal.aborted) {
        const some = await prune(db, before, chunkRows)
        removed += some
        if (some === 0) break
      }
      return removed
    }
  const tell = (tx: Db, news: AlertNews) => queueAccountMessages(tx, news, parameters)
  return {
    offlineSweep: () => sweepSilent(deps, recorder),
    returnLeases: () => shared.returnOffline(),
    expireTenants: () => endExpired(deps),
    watchLimits: () => watchLimits(deps, tell),
    recordUsage: async (_params, signal) => {
      const changed = await recordUsage(deps, tell, signal)
      return changed + (await older(pruneUsageDays, 'tenant.usageDays')({}, signal))
    },
    pruneCaches: async () => (await pruneCaches(db)) + (await pruneAnswers(db)) + (await closeQuestions(db)),
    pruneSamples: () => pruneSamples(db),
    pruneSessions: async () => {
      const over = await sessions.listOver()
      await changes.endSessions(over)
      await changes.closeSockets(await sessions.listExpired())
      return over.length + (await pruneWaiting(db))
    },
    pruneHistory: older(pruneHistory, 'device.historyDays'),
    pruneAlarms: older(
      async (...which) =>
        (await pruneAlarms(...which)) + (await pruneIncidents(...which)) + (await pruneQuestions(...which)),
      'alarm.keepDays',
    ),
    pruneCommands: async (params, signal) =>
      (await older(pruneCommands, 'device.commandDays')(params, signal)) +
      (await older(pruneBookings, 'booking.keepDays')({}, signal)) +
      (await older(pruneScreenLinks, 'screenLink.keepDays')({}, signal)),
    pruneHandouts: older(pruneUsage, 'data.handoutDays'),
    pruneRecordings: older((_db, before, rows) => recordings.prune(before, rows), 'recording.keepDays'),
    cleanFiles: () => {
      const now = siteMs()
      const unusedMs = parameters.get('storage.unusedHours') * 3_600_000
      return files.clean(new Date(now - dayMs), new Date(now - unusedMs))
    },
    backup: (_params, signal) => backUp(deps, { backups, copyLater, signal }),
    copyBackup: (_params, signal) => copies.copyNewest(signal),
    proveBackup: (_params, signal) => testRestores.prove(signal),
    pruneOperationLogs: older(
      async (...which) => (await pruneOperations(...which)) + (await pruneChanges(...which)),
      'sys.log.operationDays',
    ),
    pruneLoginLogs: older(
      async (...which) => (await pruneLogins(...which)) + (await pruneThrottles(...which)),
      'sys.log.loginDays',
    ),
    pruneJobLogs: older(pruneRuns, 'sys.log.jobDays'),
  }
}
