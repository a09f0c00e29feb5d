import { dataItems } from '@fleetdeck/contract/data-items'
import { Status } from '@fleetdeck/contract/enums'
import type { DataGroupId, DataItemId, UserId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { endLeases } from '../../domain/data-items/item-leases.queries.ts'
import { appendLine, type Change, removeLine } from '../../domain/data-items/items.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportSheet, type Sheet } from '../../platform/crud/export-sheet.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './data-items.queries.ts'
import { listLeases, listUsage } from './usage.queries.ts'

type Calls = typeof dataItems

export function dataItemRoutes(app: FastifyInstance, deps: Deps) {
  const { db, shared } = deps
  const scopeOf = scopesOf(dataItems)
  const found = async (caller: Caller, call: keyof Calls, id: DataItemId) => {
    return requireFound(await queries.findDataItem(db, scopeOf(caller, call), id))
  }
  const groupFor = async (caller: Caller, call: keyof Calls, id: DataGroupId) => {
    return requireFound(await queries.findGroup(db, scopeOf(caller, call), id))
  }
  const checkContent = async (
    item: { content: string; groupId: DataGroupId; dedupe: number },
    exceptId?: DataItemId,
  ) => {
    if (Buffer.byteLength(item.content) > shared.maxItemBytes) throw tooLong()
    if (
      item.dedupe === Status.on &&
      (await queries.isRepeated(db, { ...item, ...(exceptId && { exceptId }) }))
    )
      throw new AppError('dataItemRepeated')
  }
  const tooLong = () => new AppError('dataTooLong', { kilobytes: Math.floor(shared.maxItemBytes / 1024) })
  const changed = (change: Change, missing: 'notFound' | 'dataLineMissing') => {
    if (change === 'missing') throw new AppError(missing)
    if (change === 'repeated') throw new AppError('dataItemRepeated')
    if (change === 'tooLong') throw tooLong()
    return null
  }

  implement(app, dataItems, {
    list: ({ query, caller }) => queries.listDataItems(db, scopeOf(caller, 'list'), query),
    one: ({ query, caller }) => found(caller, 'one', query.id),

    add: async ({ body, caller }) => {
      await groupFor(caller, 'add', body.groupId)
      const item = { ...body, content: body.content ?? '' }
      await checkContent(item)
      await mapDbErrors(queries.insertDataItem(db, item), refusals)
      return null
    },

    edit: async ({ body, caller }) => {
      const { id, ...draft } = body
      const item = await found(caller, 'edit', id)
      if (item.leasedUntil) throw new AppError('dataItemLeased')
      const scope = scopeOf(caller, 'edit')
      if (draft.groupId !== item.groupId)
        checkSameOwner(
          await groupFor(caller, 'edit', draft.groupId),
          await queries.findOwners(db, scope, [id]),
        )
      const change = { ...draft, content: draft.content ?? item.content }
      await checkContent(change, id)
      if (!(await mapDbErrors(queries.updateDataItem(db, id, change), refusals)))
        throw new AppError('dataItemLeased')
      return null
    },

    remove: async ({ query, caller }) => {
      if (!(await queries.findOwners(db, scopeOf(caller, 'remove'), query.ids)))
        throw new AppError('notFound')
      await queries.deleteDataItems(db, query.ids)
      return null
    },

    clear: async ({ body, caller }) => {
      await groupFor(caller, 'clear', body.groupId)
      return { removed: await queries.clearGroup(db, body.groupId) }
    },

    move: async ({ body, caller }) => {
      const ids = [...new Set(body.ids)]
      const group = await groupFor(caller, 'move', body.groupId)
      checkSameOwner(group, await queries.findOwners(db, scopeOf(caller, 'move'), ids))
      const moved = await mapDbErrors(queries.moveDataItems(db, ids, group.id), refusals)
      return { moved, left: ids.length - moved }
    },

    appendLine: async ({ body, caller }) => {
      await found(caller, 'appendLine', body.id)
      const change = { line: body.line, maxBytes: shared.maxItemBytes }
      return changed(await appendLine(db, { id: body.id }, change), 'notFound')
    },

    removeLine: async ({ body, caller }) => {
      await found(caller, 'removeLine', body.id)
      return changed(await removeLine(db, { id: body.id }, body.line), 'dataLineMissing')
    },

    leases: ({ query, caller }) => listLeases(db, scopeOf(caller, 'leases'), query),

    giveBack: async ({ body, caller }) => {
      if (!(await queries.findOwners(db, scopeOf(caller, 'giveBack'), body.ids)))
        throw new AppError('notFound')
      return { returned: await endLeases(db, { ids: body.ids }) }
    },

    handouts: ({ query, caller }) => listUsage(db, scopeOf(caller, 'handouts'), query),

    export: ({ query, caller, language }) =>
      exportSheet(deps, sheet, queries.eachDataItem(db, scopeOf(caller, 'export'), query), {
        caller,
        language,
      }),
  })
}

type Exported = ReturnType<typeof queries.eachDataItem> extends AsyncIterable<infer Item> ? Item : never
const sheet: Sheet<Exported> = {
  name: 'data-items',
  columns: [
    { title: 'dataItem.name', value: (row) => row.name },
    { title: 'dataItem.content', value: (row) => row.content },
    { title: 'dataItem.group', value: (row) => row.groupName },
    { title: 'dataItem.created', value: (row) => row.createdAt },
  ],
}

/** Items stay with their owner. */
function checkSameOwner(group: { tenantId: UserId }, owners: UserId[] | undefined) {
  if (!owners) throw new AppError('notFound')
  if (owners.some((owner) => owner !== group.tenantId)) throw new AppError('dataGroupOfOther')
}

const refusals: Refusals = { data_items_once: 'dataItemRepeated' }
