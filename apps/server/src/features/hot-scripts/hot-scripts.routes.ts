import { hotScripts, hotStages } from '@fleetdeck/contract/hot-scripts'
import type { HotScriptId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import { HotRollout } from './hot-rollout.ts'
import * as queries from './hot-scripts.queries.ts'
import { addHot, dropFiles, editHot } from './save-hot.ts'

export function hotScriptRoutes(app: FastifyInstance, deps: Deps) {
  const rollout = new HotRollout(deps)
  app.addHook('onClose', () => rollout.close())
  const { db, log } = deps
  const scopeOf = scopesOf(hotScripts)
  const found = async (caller: Caller, call: keyof typeof hotScripts, id: HotScriptId) => {
    return requireFound(await queries.findHot(db, scopeOf(caller, call), id))
  }
  const notify = (id: HotScriptId) =>
    inBackground(log, 'could not notify phones of a hot update', rollout.notify(id), { hotId: id })

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
      await dropFiles(deps, await queries.deleteHot(db, query.ids))
      return null
    },

    publish: async ({ body: { id }, caller }) => {
      await found(caller, 'publish', id)
      const [percent] = hotStages
      const now = siteNow()
      const threshold = await queries.computeThreshold(db, id, percent)
      await queries.updateHot(db, id, {
        state: 'rolling',
        percent,
        threshold,
        publishedAt: now,
        stagedAt: now,
      })
      notify(id)
      return null
    },

    rollout: async ({ body: { id, order, percent }, caller }) => {
      const hot = await found(caller, 'rollout', id)
      if (hot.publishedAt === null) throw new AppError('hotNotPublished')
      if (order === 'rollBack' && !hot.previousVersion) throw new AppError('hotNothingBefore')
      const share = percent ?? hot.percent
      if (order === 'hold') await queries.updateHot(db, id, { state: 'held' })
      else if (order === 'rollBack') await queries.updateHot(db, id, { state: 'rolledBack' })
      else {
        const threshold = await queries.computeThreshold(db, id, share)
        await queries.updateHot(db, id, { state: 'rolling', percent: share, threshold, stagedAt: siteNow() })
      }
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
