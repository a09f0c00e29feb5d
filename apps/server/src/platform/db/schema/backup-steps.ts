import type { BackupStep, FailureReason, ProofDetails } from '@fleetdeck/contract/backups'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** How making, copying and proving backups went last, one row each; and the server that does it now. */
export const backupSteps = pgTable('backup_steps', {
  step: text().$type<BackupStep>().primaryKey(),
  /** The backup of the last success. */
  fileName: text().notNull().default(''),
  succeededAt: moment(),
  /** What the last test restore found; null for the other steps. */
  details: jsonb().$type<ProofDetails>(),
  /** Null when the last try succeeded. */
  failedAt: moment(),
  reason: text().$type<FailureReason>(),
  /** What the storage or the database said, at most 500 characters. */
  detail: text().notNull().default(''),
  holder: text(),
  /** A holder that is silent until then has died. */
  heldUntil: moment(),
})
