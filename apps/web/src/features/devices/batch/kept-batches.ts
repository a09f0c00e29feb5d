import type { BatchProgress } from '@fleetdeck/contract/device-batches'
import { useSession } from '../../../ground/session-store.ts'
import { actionTexts } from './batch-progress.ts'

/** A batch that this user has started in this browser, and whose end no page has shown yet. */
export interface KeptBatch {
  jobId: string
  action: BatchProgress['action']
}

const keptCount = 20

const storageKey = () => `batches:${useSession.getState().user?.userName ?? ''}`

function isKept(stored: unknown): stored is KeptBatch {
  const { jobId, action } = (stored ?? {}) as Partial<KeptBatch>
  return typeof jobId === 'string' && typeof action === 'string' && action in actionTexts
}

export function keptBatches(): KeptBatch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isKept) : []
  } catch {
    return []
  }
}

const store = (batches: KeptBatch[]) => {
  try {
    localStorage.setItem(storageKey(), JSON.stringify(batches.slice(-keptCount)))
  } catch {
    // A full storage must not interrupt the work.
  }
}

const others = (jobId: string) => keptBatches().filter((batch) => batch.jobId !== jobId)

export const keepBatch = (batch: KeptBatch) => store([...others(batch.jobId), batch])

export const forgetBatch = (jobId: string) => store(others(jobId))

/** Without locks, which browsers lack on plain HTTP. */
const inThisTab = new Set<string>()

/** Follows a batch once: in one tab, as far as the browser can tell. A lock ends with its tab. */
export async function followOnce(jobId: string, follow: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (locks) {
    await locks.request(`batch:${jobId}`, { ifAvailable: true }, (lock) => (lock ? follow() : undefined))
  } else if (!inThisTab.has(jobId)) {
    inThisTab.add(jobId)
    await follow().finally(() => inThisTab.delete(jobId))
  }
}
