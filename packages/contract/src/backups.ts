import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

export const Backup = z.object({
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  madeAt: time,
})
export type Backup = z.output<typeof Backup>

const fileName = z.string().min(1).max(100)
const base = '/system/monitor/backup'
const permission = base.slice(1)

/** Database and files in one file each. Backups contain every secret of the site: they have separate permissions. */
export const backups = {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}/list`,
    data: z.object({ list: z.array(Backup), isRunning: z.boolean() }),
  },
  /** Starts one; it is done when the list no longer reports one in progress. */
  add: {
    method: 'POST',
    path: `${base}/add`,
    permission: `${permission}/add`,
    data: done,
    log: OperationType.add,
  },
  download: {
    method: 'GET',
    path: `${base}/download`,
    permission: `${permission}/download`,
    query: z.strictObject({ fileName }),
    data: z.unknown(),
  },
  remove: {
    method: 'DELETE',
    path: `${base}/delete`,
    permission: `${permission}/delete`,
    body: z.strictObject({ fileName }),
    data: done,
    log: OperationType.remove,
  },
} as const
