import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { scriptFileUrl } from '@fleetdeck/contract/phone-api'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { scriptTries } from '@fleetdeck/contract/scripts'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../domain/devices/origin-for-phones.ts'
import { authoredFiles } from '../../domain/scripts/authors.queries.ts'
import { evidenceOrder } from '../../domain/scripts/evidence-order.ts'
import { triedName, triedType } from '../../domain/scripts/script-files.queries.ts'
import {
  findTriedScript,
  insertTry,
  removeTry,
  seeTry,
  stopTry,
  tryPrefix,
  trySeconds,
} from '../../domain/scripts/script-tries.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { findDeviceId } from './try-out.queries.ts'

/** Limits of a trial run. */
const limits = {
  timeoutSeconds: trySeconds,
  memoryMegabytes: 64,
  stackKilobytes: 512,
  dataWaitSeconds: 600,
}
const maxBytes = 8 * 1024 * 1024

/** Runs the editor's text on one phone, without a task; the phone's log shows the progress. */
export function tryOutRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files, hub, parameters } = deps
  const findDevice = async (caller: Caller, deviceNo: string) => {
    const id = await findDeviceId(db, scopeFor(caller, scriptTries.tryOut.permission), deviceNo)
    if (id === undefined) throw new AppError('notFound')
    return id
  }

  implement(app, scriptTries, {
    tryOut: async ({
      body: { deviceNo, content, params, scriptId = null, scriptName },
      caller,
      language,
    }) => {
      const deviceId = await findDevice(caller, deviceNo)
      const scope = scopeFor(caller, scriptTries.tryOut.permission)
      const script = scriptId === null ? undefined : requireFound(await findTriedScript(db, scope, scriptId))
      const saved = await files.save(Readable.from([Buffer.from(content)]), {
        originalName: triedName(deviceId),
        mediaType: triedType,
        ownerId: caller.userId,
        temporary: true,
        limit: maxBytes,
      })
      const scriptSha256 = await files.sha256(saved.fileName)
      const [authored] = await authoredFiles(db, [{ deviceId, sha256: scriptSha256 }])
      if (authored?.isRequired && !authored.author) {
        await files.remove(saved)
        throw new AppError('authorMissing')
      }
      const runKey = `${tryPrefix}${randomUUID()}`
      const taskName = text(language, 'script.tried')
      const valueJson = toValues(params)
      const tried = { scriptId, scriptName: script?.scriptName || scriptName || taskName }
      await insertTry(db, {
        ...{ runKey, deviceId, deviceNo, startedBy: caller.userId, params: valueJson },
        ...tried,
      })
      const isReached = await hub.sendToPhone(deviceId, {
        action: 'task',
        runId: runKey,
        taskId: 0,
        taskName,
        sort: 0,
        execType: 1,
        round: 1,
        scriptId: 0,
        scriptName: tried.scriptName,
        scriptUrl: `${publicOrigin(parameters)}${scriptFileUrl(saved)}`,
        scriptVersion: '',
        scriptMd5: saved.md5,
        scriptSha256,
        ...(authored?.author && { author: authored.author }),
        cacheScript: 0,
        valueJson,
        limits: { ...limits, httpHosts: parameters.get('script.httpHosts') },
        ...evidenceOrder(parameters),
      })
      if (!isReached) {
        await removeTry(db, runKey)
        await files.remove(saved)
      }
      return { runId: isReached ? runKey : null }
    },

    watchTry: ({ body: { runId: runKey, kept }, caller }) =>
      seeTry(db, { runKey, userId: caller.userId, kept }),

    endTry: async ({ body: { deviceNo, runId: runKey }, caller }) => {
      if (!runKey.startsWith(tryPrefix)) throw new AppError('notFound')
      const deviceId = await findDevice(caller, deviceNo)
      await stopTry(db, runKey, deviceId)
      await hub.sendToPhone(deviceId, { action: 'taskControl', order: 'stop', runId: runKey })
      return null
    },
  })
}

const toValues = (params: ScriptParam[]) => Object.fromEntries(params.map(({ key, value }) => [key, value]))
