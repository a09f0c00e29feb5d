import {
  type BatchProgress,
  type DeviceAction,
  deviceBatches,
  permissionOfAction,
} from '@fleetdeck/contract/device-batches'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../../access/data-scope.ts'
import type { Deps } from '../../../deps.ts'
import { idsOfSelection } from '../../../domain/devices/device-selection.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import { may } from '../../../platform/core/caller.ts'
import { implement } from '../../../platform/http/implement.ts'
import { JobStore } from '../../../platform/jobs/job-store.ts'
import { addLines } from './add-lines.ts'
import { actOnAll, askFirst, createCheck } from './device-actions.ts'
import { previewBatch } from './preview-batch.ts'
import { runBatch } from './run-batch.ts'

const atStart = (action: DeviceAction): BatchProgress => ({
  action: action.action,
  asked: action,
  state: 'running',
  total: 0,
  done: 0,
  failed: 0,
  failures: [],
  changed: [],
})

export function deviceBatchRoutes(app: FastifyInstance, deps: Deps) {
  const jobs = new JobStore<BatchProgress>(app, deps, 'device-batch')

  implement(app, deviceBatches, {
    batchAdd: ({ body, caller, language }) => addLines(deps, caller, body, language),

    batchGroupDevice: async ({ body: { ids, groupId, letRun, confirmed }, caller, request }) => {
      const action = { action: 'group', groupId, letRun } as const
      request.subjects = await actOnAll(deps, caller, action, { ids, confirmed })
      return null
    },

    batchSetDeviceOwner: async ({ body: { ids, userId, confirmed }, caller, request }) => {
      request.subjects = await actOnAll(
        deps,
        caller,
        { action: 'owner', tenantId: userId, groupId: null },
        { ids, confirmed },
      )
      return null
    },

    batchSetExpireTime: async ({ body: { ids, time }, caller, request }) => {
      request.subjects = await actOnAll(deps, caller, { action: 'expiry', expireTime: time }, { ids })
      return null
    },

    start: async ({ body: { action, selection, confirmed }, caller, language }) => {
      const permission = permissionOfAction[action.action]
      if (!may(caller, permission)) throw new AppError('forbidden')
      if (await jobs.isBusy(caller.userId)) throw new AppError('batchRunning')
      const check = await createCheck(deps, caller, action)
      const ids = await idsOfSelection(deps.db, scopeFor(caller, permission), selection)
      if (ids.length === 0) throw new AppError('notFound')
      await askFirst(deps.db, action, ids, confirmed)
      return jobs.start(caller.userId, atStart(action), {
        work: (job) => runBatch(deps, { caller, language, action, check, ids }, job),
        onFailure: {},
      })
    },

    preview: async ({ body: { action, selection }, caller, language }) => {
      const permission = permissionOfAction[action.action]
      if (!may(caller, permission)) throw new AppError('forbidden')
      const check = await createCheck(deps, caller, action)
      const ids = await idsOfSelection(deps.db, scopeFor(caller, permission), selection)
      if (ids.length === 0) throw new AppError('notFound')
      return previewBatch(deps, { caller, language, action, check, ids })
    },

    progress: async ({ query, caller }) => {
      const { progress, isInterrupted } = await jobs.progress(caller.userId, query.jobId)
      if (isInterrupted) return { ...progress, state: 'failed' as const }
      // The page polls the progress several times a second.
      return progress.state === 'running' ? { ...progress, changed: [], asked: null } : progress
    },

    cancel: async ({ body, caller }) => {
      await jobs.cancel(caller.userId, body.jobId)
      return null
    },
  })
}
