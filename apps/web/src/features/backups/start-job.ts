import type { backups } from '@fleetdeck/contract/backups'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'

type Start = typeof backups.add | typeof backups.copy | typeof backups.prove

/** Starts a job, says so, and reloads. */
export const startJob = (endpoint: Start, message: string, reload: () => unknown) =>
  shown(call(endpoint))
    .then(() => showSuccess(message))
    .then(() => reload())
    .catch(() => undefined)
