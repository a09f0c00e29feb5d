import type { BackupStep, FailureReason, ProofDetails } from '@fleetdeck/contract/backups'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** How making, copying and proving backups went last, one row each; and the server that does it now. */
export const backupSteps = pgTable('backup_steps', {
  step: text().$type<BackupStep>().primaryKey(),
  /** The backup of the last success. */
  fileName: text().notNull().default(''),
  succeededAt: moment(),
  /** The result of the last test restore; null for the other steps. */
  details: jsonb().$type<ProofDetails>(),
  /** Null when the last try succeeded. */
  failedAt: moment(),
  reason: text().$type<FailureReason>(),
  /** The message of the storage or the database, at most 500 characters. */
  detail: text().notNull().default(''),
  holder: text(),
  /** A holder that is silent until then has died. */
  heldUntil: moment(),
})
