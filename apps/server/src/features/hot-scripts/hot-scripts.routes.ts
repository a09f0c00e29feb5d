import { hotScripts, hotStages } from '@fleetdeck/contract/hot-scripts'
import type { HotScriptId, ScriptId } from '@fleetdeck/contract/ids'
import { scripts } from '@fleetdeck/contract/scripts'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { removeUnusedFiles } from '../../domain/scripts/script-file.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { HotRollout } from './hot-rollout.ts'
import * as queries from './hot-scripts.queries.ts'
import { addHot, editHot } from './save-hot.ts'

export function hotScriptRoutes(app: FastifyInstance, deps: Deps) {
  const rollout = new HotRollout(deps)
  app.addHook('onClose', () => rollout.close())
  const { db, log } = deps
  const scopeOf = scopesOf(hotScripts)
  const found = async (caller: Caller, call: keyof typeof hotScripts, id: HotScriptId) => {
    return requireFound(await queries.findHot(db, scopeOf(caller, call), id))
  }
  /** One that phones have, or had. */
  const rolledOut = async (caller: Caller, call: 'rollout' | 'promote', id: HotScriptId) => {
    const hot = await found(caller, call, id)
    if (hot.state === 'draft') throw new AppError('hotNotPublished')
    if (hot.state === 'promoted') throw new AppError('hotPromoted')
    return hot
  }
  const notify = (id: HotScriptId) =>
    inBackground(log, 'could not notify phones of a hot update', rollout.notify(id), { hotId: id })

  const begin = async (id: HotScriptId, share: { percent: number; isFirst: boolean }) => {
    await db.transaction((tx) => queries.beginShare(tx, id, share))
    notify(id)
  }
  /** Another version of a script needs the permission to change it. */
  const checkOwnScript = async (caller: Caller, scriptId: ScriptId) => {
    const { permission } = scripts.rollback
    const owner = may(caller, permission)
      ? (await queries.findOwned(db, scopeFor(caller, permission), scriptId))?.tenantId
      : undefined
    if (owner === undefined) throw new AppError('forbidden')
  }

  implement(app, hotScripts, {
    list: ({ query, caller }) => queries.listHot(db, scopeOf(caller, 'list'), query),
    one: ({ query, caller }) => found(caller, 'one', query.id),

    add: async ({ body, caller }) => {
      await mapDbErrors(addHot(deps, caller, body), refusals)
      return null
    },

    edit: async ({ body, caller }) => {
      await found(caller, 'edit', body.id)
      await mapDbErrors(editHot(deps, caller, body), refusals)
      return null
    },

    remove: async ({ query, caller }) => {
      if (!(await queries.allHotVisible(db, scopeOf(caller, 'remove'), query.ids)))
        throw new AppError('notFound')
      const phones = await queries.listTargetDevices(db, query.ids)
      await removeUnusedFiles(deps, await queries.deleteHot(db, query.ids))
      inBackground(log, 'could not notify phones of a deleted hot update', rollout.notifyPhones(phones))
      return null
    },

    publish: async ({ body: { id }, caller }) => {
      const { state } = await found(caller, 'publish', id)
      if (state !== 'draft') throw new AppError('hotPublished')
      await begin(id, { percent: hotStages[0], isFirst: true })
      return null
    },

    rollout: async ({ body: { id, order, percent }, caller }) => {
      const hot = await rolledOut(caller, 'rollout', id)
      if (order === 'goOn') {
        const share = percent ?? (hot.state === 'withdrawn' ? hotStages[0] : hot.percent)
        await begin(id, { percent: share, isFirst: hot.state === 'withdrawn' })
        return null
      }
      await queries.updateHot(db, id, { state: order === 'hold' ? 'held' : 'withdrawn', stoppedAt: null })
      notify(id)
      return null
    },

    promote: async ({ body: { id }, caller }) => {
      const { scriptId } = await rolledOut(caller, 'promote', id)
      await checkOwnScript(caller, scriptId)
      await queries.promoteHot(db, id)
      notify(id)
      return null
    },

    devices: async ({ query, caller }) => {
      await found(caller, 'devices', query.id)
      return queries.listHotDevices(db, query)
    },
  })
}

const refusals: Refusals = { hot_scripts_script: 'hotScriptTaken' }
