import type { BatchProgress } from '@fleetdeck/contract/device-batches'
import { naturalOrder } from '../../../ground/natural-order.ts'

export interface Result {
  deviceNo: string
  /** Null: the device was changed. */
  reason: string | null
}

/** Unchanged devices first, with the reasons, then the others, each by number: A2 before A10. */
export function resultsOf({ failures, changed }: Pick<BatchProgress, 'failures' | 'changed'>): Result[] {
  const byNumber = (one: Result, other: Result) => naturalOrder.compare(one.deviceNo, other.deviceNo)
  return [
    ...failures.toSorted(byNumber),
    ...changed.map((deviceNo) => ({ deviceNo, reason: null })).sort(byNumber),
  ]
}
