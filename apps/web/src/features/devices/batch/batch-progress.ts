import { type BatchProgress, deviceBatches } from '@fleetdeck/contract/device-batches'
import { call } from '../../../api/call.ts'

/** Interval of progress queries; ms. */
export const pollMs = 400

/** Labels of the actions. */
export const actionTexts = {
  enable: 'device.enable',
  disable: 'device.disable',
  unassign: 'device.removeAssignment',
  assign: 'device.assign',
  delete: 'table.delete',
  revoke: 'device.revoke',
  group: 'device.batchGroup',
  owner: 'device.batchOwner',
  expiry: 'device.batchExpiry',
  settings: 'device.batchSettings',
} as const satisfies Record<BatchProgress['action'], string>

/** The query for a batch, repeated until it has ended. */
export const progressQuery = (jobId: string) => ({
  queryKey: [deviceBatches.progress.path, jobId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(deviceBatches.progress, { query: { jobId }, signal }),
  meta: { silent: true },
})

/** How many devices were changed, refused and not reached. */
export const countStates = ({ done, failed, total }: BatchProgress) => ({
  done: done - failed,
  failed,
  left: total - done,
})

export const isRunning = (progress: BatchProgress | undefined) =>
  progress === undefined || progress.state === 'running'
