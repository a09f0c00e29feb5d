import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

export const Backup = z.object({
  /** `restore` takes this name on a server of the installation. */
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  madeAt: time,
})
export type Backup = z.output<typeof Backup>

export const backupSteps = ['make', 'copy', 'prove'] as const
export type BackupStep = (typeof backupSteps)[number]

/**
 * Why a backup was not made, copied or proven, or why a storage does not do what it is asked. Their texts are in the catalogues under
 * `backup.reason.<name>`.
 */
export const failureReasons = [
  /** Settings of the other place are missing. */
  'incomplete',
  'noFolder',
  'noRight',
  /** The address is in a private network that may not be called. */
  'privateAddress',
  'noBucket',
  'wrongKey',
  'wrongRegion',
  /** The other place does not answer. */
  'away',
  /** The other place is full. */
  'full',
  /** The written data reads differently. */
  'damagedCopy',
  /** A file that was there is missing in the storage. */
  'noFile',
  /** There is none to copy or to prove. */
  'noBackup',
  /** The disk of the data folder is full, or too small for a test restore. */
  'noSpace',
  'damagedBackup',
  /** It is encrypted with another one than that of the settings. */
  'wrongPassphrase',
  /** It contains other rows or files than its manifest says. */
  'wrongContent',
  'interrupted',
  'other',
] as const
export type FailureReason = (typeof failureReasons)[number]

const Reason = z.object({
  reason: z.enum(failureReasons),
  /** The message of the storage or the database; may be empty. */
  detail: z.string(),
})

const StepState = z.object({
  isRunning: z.boolean(),
  /** The backup of the last success; empty before the first one. */
  fileName: z.string(),
  succeededAt: time.nullable(),
  /** Null when the last try succeeded. */
  failure: Reason.extend({ at: time }).nullable(),
})
export type StepState = z.output<typeof StepState>

export const ProofDetails = z.object({
  tables: z.number(),
  rows: z.number(),
  files: z.number(),
  durationMs: z.number(),
  /** Whether the backup was read from the other place. */
  isFromCopy: z.boolean(),
  /**
   * Whether a plain one was made for the trial, as the stored one is encrypted for a key that the server does not have.
   */
  isTrial: z.boolean().default(false),
  /** Where it was restored to. */
  database: z.enum(['embedded', 'postgresql']),
})
export type ProofDetails = z.output<typeof ProofDetails>

const fileName = z.string().min(1).max(100)
const base = '/system/monitor/backup'
const permission = base.slice(1)

const start = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: `${base}/${name}`,
    permission: `${permission}/add`,
    data: done,
    log: OperationType.other,
  }) as const

/** Database and files in one file each. Backups contain every secret of the site: they have separate permissions. */
export const backups = {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}/list`,
    data: z.object({
      /** `beforeUpgradeTo`: it was made before the upgrade to this version; null for those of the job or by hand. */
      list: z.array(Backup.extend({ beforeUpgradeTo: z.string().nullable() })),
      isRunning: z.boolean(),
      /** Where copies go, as a folder or an s3:// address; empty if nowhere. */
      place: z.string(),
      /** The program for maintenance, as this server was started: `npm run db --` or `fleetdeck db`. */
      command: z.string(),
      /** Of the backups that are made from now on. Neither: they are in plain. */
      encryption: z.object({ hasPassphrase: z.boolean(), recipients: z.array(z.string()) }),
      make: StepState,
      copy: StepState,
      prove: StepState.extend({ details: ProofDetails.nullable() }),
    }),
  },
  /** The copies at the other place, newest first. */
  copies: {
    method: 'GET',
    path: `${base}/copies`,
    permission: `${permission}/list`,
    data: z.object({
      /** Each with the address from which it can be restored. */
      list: z.array(Backup.extend({ address: z.string() })),
      failure: Reason.nullable(),
    }),
  },
  /** Starts one; it is done when the list no longer reports one in progress. */
  add: {
    method: 'POST',
    path: `${base}/add`,
    permission: `${permission}/add`,
    data: done,
    log: OperationType.add,
    proof: true,
  },
  /** Starts copying the newest backup to the other place. */
  copy: { ...start('copy'), proof: true },
  /** Starts a test restore of the newest backup. */
  prove: start('prove'),
  /** Writes, reads and removes a small object at the other place. */
  testPlace: { ...start('testPlace'), data: z.object({ failure: Reason.nullable() }) },
  download: {
    method: 'GET',
    path: `${base}/download`,
    permission: `${permission}/download`,
    query: z.strictObject({ fileName }),
    media: 'application/octet-stream',
    data: z.unknown(),
    proof: true,
  },
  remove: {
    method: 'DELETE',
    path: `${base}/delete`,
    permission: `${permission}/delete`,
    body: z.strictObject({ fileName }),
    data: done,
    log: OperationType.remove,
    proof: true,
  },
} as const
