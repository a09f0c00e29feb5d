import { languageOfFile } from '@fleetdeck/contract/script-language'
import { scriptTries } from '@fleetdeck/contract/scripts'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { resolveModules } from '../../domain/scripts/modules/resolve-modules.ts'
import { findTriedScript, seeTry, stopTry, tryPrefix } from '../../domain/scripts/script-tries.queries.ts'
import { startTry } from '../../domain/scripts/start-try.ts'
import { questionNeeds } from '../../domain/scripts/static-look/question-needs.ts'
import { needsOfTexts } from '../../domain/scripts/static-look/script-looks.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { findDeviceId } from './try-out.queries.ts'

/** Runs the editor's text on one phone, without a task; the phone's log shows the progress. */
export function tryOutRoutes(app: FastifyInstance, deps: Deps) {
  const { db, hub } = deps
  const findDevice = async (caller: Caller, deviceNo: string) => {
    const id = await findDeviceId(db, scopeFor(caller, scriptTries.tryOut.permission), deviceNo)
    if (id === undefined) throw new AppError('notFound')
    return id
  }

  implement(app, scriptTries, {
    tryOut: async ({
      body: { deviceNo, content, params, scriptId = null, scriptName, scriptLanguage, confirmed },
      caller,
      language,
    }) => {
      const deviceId = await findDevice(caller, deviceNo)
      const scope = scopeFor(caller, scriptTries.tryOut.permission)
      const script = scriptId === null ? undefined : requireFound(await findTriedScript(db, scope, scriptId))
      const taskName = text(language, 'script.tried')
      const named = { scriptName: script?.scriptName || scriptName || taskName }
      const ending = scriptLanguage ?? languageOfFile(script?.fileName ?? scriptName ?? '')
      const written = { content: Buffer.from(content), fileName: `script.${ending}` }
      const modules = await resolveModules(deps, {
        ...{ ownerId: caller.userId, ...script, ...named, ...written },
      })
      if (!confirmed) {
        const needs = await needsOfTexts([{ name: named.scriptName, ...written }, ...modules])
        const asked = { deviceIds: [deviceId], needs, scope, language }
        const question = await questionNeeds(db, asked, 'tryLacks')
        if (question) throw question
      }
      const runId = await startTry(deps, {
        ...{ deviceId, deviceNo, userId: caller.userId, params, ...written, modules },
        ...{ scriptId, taskName, ...named },
      })
      return { runId: runId ?? null }
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
