import { say } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import { RestoreRefused } from './not-a-backup.ts'

const TablePart = z.object({
  schema: z.enum(['public', 'dynamic']),
  table: z.string(),
  /** The entry of the archive with its rows: one JSON text per line, gzip-compressed. */
  entry: z.string(),
  rows: z.number(),
  /** SHA-256 of the entry, in hex; in format 1 only. */
  sha256: z.string().optional(),
})
export type TablePart = z.output<typeof TablePart>

export const newestFormat = 2

/** First entry of every backup. */
export const Manifest = z.object({
  product: z.literal('fleetdeck'),
  /** 1: tables are checked, files are not. 2: the last entry has the checksums of all the others. */
  format: z.literal([1, newestFormat]),
  madeAt: z.iso.datetime(),
  /** The newest migration of the database, dated as in its journal. */
  migration: z.number(),
  tables: z.array(TablePart),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** Number of files below files/, and their total bytes. */
  files: z.number(),
  fileBytes: z.number(),
})
export type Manifest = z.output<typeof Manifest>

export const manifestEntry = 'manifest.json'
export const filesPrefix = 'files/'
/** The key of the sealed secrets; in encrypted backups only. */
export const keyEntry = 'secret.key'
/** The last entry: SHA-256 of every other one, in the format of sha256sum. */
export const sumsEntry = 'SHA256SUMS'

/** Throws RestoreRefused for anything but a manifest of this program. */
export function readManifest(text: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new RestoreRefused(say('restore.notBackup'))
  }
  const format = (json as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > newestFormat) throw new RestoreRefused(say('restore.newer'))
  const parsed = Manifest.safeParse(json)
  if (!parsed.success) throw new RestoreRefused(say('restore.notBackup'))
  return parsed.data
}
