import { controlPermission } from '@fleetdeck/contract/device-socket'
import type { RecordingId } from '@fleetdeck/contract/ids'
import { recordings } from '@fleetdeck/contract/recordings'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { requireUnbooked } from '../../domain/bookings/require-unbooked.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { JobStore } from '../../platform/jobs/job-store.ts'
import { recordedSteps } from '../../realtime/wall/recorded-steps.ts'
import type { Recorder } from './recorder.ts'
import * as queries from './recordings.queries.ts'
import { atStart, replay } from './replay.ts'
import { generateScript } from './script-of-inputs.ts'

type Call = keyof typeof recordings

export function recordingRoutes(app: FastifyInstance, deps: Deps, recorder: Recorder) {
  const { db, parameters, recordingFiles } = deps
  const { piece: _, ...calls } = recordings
  const jobs = new JobStore<typeof atStart>(app, deps, 'replay')
  const scopeOf = scopesOf(recordings)
  const found = async (caller: Caller, call: Call, id: RecordingId) => {
    return requireFound(await queries.findRecording(db, scopeOf(caller, call), id))
  }
  const target = async (caller: Caller, call: Call, deviceNo: string) => {
    return requireFound(await queries.findTarget(db, scopeOf(caller, call), deviceNo))
  }

  implement(app, calls, {
    list: ({ query, caller }) =>
      queries.listRecordings(db, scopeOf(caller, 'list'), query, parameters.get('sys.timeZone')),

    one: ({ query, caller }) => found(caller, 'one', query.id),

    start: async ({ body, caller }) => {
      const device = await target(caller, 'start', body.deviceNo)
      return { id: await recorder.start(device, caller, body.keepsTexts) }
    },

    stop: async ({ body, caller }) => {
      await recorder.stop((await found(caller, 'stop', body.id)).id)
      return null
    },

    remove: async ({ query: { ids }, caller }) => {
      const files = await queries.listFiles(db, scopeOf(caller, 'remove'), ids)
      if (files.length !== new Set(ids).size) throw new AppError('notFound')
      for (const { id } of files) await recorder.stop(id)
      await queries.deleteRecordings(db, ids)
      for (const { fileName } of files) await recordingFiles.remove(fileName)
      return null
    },

    timeline: async ({ query, caller }) =>
      recordingFiles.timeline((await found(caller, 'timeline', query.id)).fileName),

    script: async ({ query, caller, language }) => {
      const recording = await found(caller, 'script', query.id)
      return generateScript(await recordingFiles.timeline(recording.fileName), { ...recording, language })
    },

    replay: async ({ body, caller, language }) => {
      const recording = await found(caller, 'replay', body.id)
      const device = await target(caller, 'replay', body.deviceNo)
      const checkAccess = () => requireControl(deps, caller, device)
      await checkAccess()
      const { inputs } = await recordingFiles.timeline(recording.fileName)
      if (inputs.length === 0) throw new AppError('recordingNoInputs')
      return jobs.start(
        caller.userId,
        { ...atStart, deviceNo: body.deviceNo },
        {
          work: (job) =>
            replay(deps, { device, inputs, speed: body.speed, caller, language, checkAccess }, job),
          onFailure: { reason: text(language, 'error.unexpected') },
        },
      )
    },

    replayPreview: async ({ query, caller }) => {
      const recording = await found(caller, 'replayPreview', query.id)
      const timeline = await recordingFiles.timeline(recording.fileName)
      const { steps, skipped } = recordedSteps(timeline)
      const [first] = timeline.pictures
      const screen = first ? { width: first.screenWidth, height: first.screenHeight } : null
      const { inputs } = timeline
      const durationMs = (inputs.at(-1)?.at ?? 0) - (inputs[0]?.at ?? 0)
      return { steps: steps.length, skipped, durationMs, screen }
    },

    replayProgress: async ({ query, caller, language }) => {
      const { progress, isInterrupted } = await jobs.progress(caller.userId, query.jobId)
      if (!isInterrupted) return progress
      return { ...progress, state: 'failed' as const, reason: text(language, 'recording.replayInterrupted') }
    },

    replayCancel: async ({ body, caller }) => {
      await jobs.cancel(caller.userId, body.jobId)
      return null
    },
  })

  pieceRoute(app, deps, async (caller, id) => (await found(caller, 'piece', id)).fileName)
}

/** A user who may only watch a phone cannot control it through a replay either. */
async function requireControl(deps: Deps, caller: Caller, { id, deviceNo }: queries.Target): Promise<void> {
  await requireUnbooked(deps, caller, [id])
  const { db } = deps
  const isAllowed =
    may(caller, controlPermission) &&
    (await queries.findTarget(db, scopeFor(caller, controlPermission), deviceNo))
  if (!isAllowed) throw new AppError('forbidden')
}

/** Sent as plain bytes, without the envelope. */
function pieceRoute(
  app: FastifyInstance,
  { recordingFiles }: Deps,
  fileOf: (caller: Caller, id: RecordingId) => Promise<string>,
) {
  const { piece } = recordings
  const route = { config: { endpoint: piece }, schema: { querystring: piece.query } }
  app.get(piece.path, route, async (request, reply) => {
    if (!request.caller) throw new AppError('sessionExpired')
    const { id, from, to } = request.query as { id: RecordingId; from: number; to: number }
    const fileName = await fileOf(request.caller, id)
    const bytes = await recordingFiles.open(fileName, { start: from, end: to - 1 })
    return reply.header('content-type', 'application/octet-stream').send(bytes)
  })
}
