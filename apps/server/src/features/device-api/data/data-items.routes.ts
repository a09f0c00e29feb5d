import type { DataItemId, UserId } from '@fleetdeck/contract/ids'
import { PhoneData, phoneData } from '@fleetdeck/contract/phone-data'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { changeOnce } from '../../../domain/data-items/answer-once.ts'
import { findDataGroupIds } from '../../../domain/data-items/group-rows.queries.ts'
import { ackLease, endLeases } from '../../../domain/data-items/item-leases.queries.ts'
import * as items from '../../../domain/data-items/items.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { implement } from '../../../platform/http/implement.ts'
import { sealed } from '../../../platform/http/rapi-envelope.ts'
import { type CallingPhone, checkBytes, phoneCall, phoneChange, toPopOrder } from '../phone-call.ts'

/** Calls of scripts on the shared data of the device's owner. */
export function phoneDataRoutes(app: FastifyInstance, deps: Deps) {
  const { db, shared } = deps
  const { leases } = shared

  /** A missing group is told apart from one without items. */
  const requireGroup = async ({ tenantId }: CallingPhone, { groupName }: { groupName: string }) => {
    const known = await findDataGroupIds(db, tenantId, [groupName])
    if (known.size === 0) throw new AppError('dataGroupUnknown', { name: groupName })
  }

  implement(app, phoneData, {
    getData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.getData)
      const { groupName, name } = sent
      const found = await items.readItems(db, {
        tenantId: phone.tenantId,
        groupName,
        name,
        most: shared.maxItems,
      })
      if (found.length === 0) await requireGroup(phone, sent)
      return sealed(found)
    },

    addData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.addData)
      checkBytes(sent.content, shared.maxItemBytes)
      const { content, dedupe } = sent
      const item = { ...toItemName(phone, sent), content, dedupe }
      return result(Number(await changeOnce(db, id, (tx) => items.addItem(tx, item))))
    },

    updateData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.updateData)
      checkBytes(sent.content, shared.maxItemBytes)
      const item = toItemName(phone, sent)
      const change = await changeOnce(db, id, (tx) => items.setItemContent(tx, item, sent.content))
      if (change === 'missing') await requireGroup(phone, sent)
      return changed(change, shared.maxItemBytes)
    },

    appendOneLineData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.changeLine)
      const maxBytes = shared.maxItemBytes
      const [item, line] = [toItemName(phone, sent), { line: sent.content, maxBytes }]
      const change = await changeOnce(db, id, (tx) => items.appendLine(tx, item, line))
      if (change === 'missing') await requireGroup(phone, sent)
      return changed(change, maxBytes)
    },

    removeOneLineData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.changeLine)
      const item = toItemName(phone, sent)
      const change = await changeOnce(db, id, (tx) => items.removeLine(tx, item, sent.content))
      if (change === 'missing') await requireGroup(phone, sent)
      return changed(change, shared.maxItemBytes)
    },

    removeData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.removeData)
      const chosen = { tenantId: phone.tenantId, groupName: sent.groupName, name: sent.name }
      return result(await changeOnce(db, id, (tx) => removeAll(tx, chosen)))
    },

    getDataPop: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.getDataPop)
      const size = Math.min(sent.size, shared.maxItems)
      const popped = await leases.pop(toSource(phone, sent), phone, { size, id })
      if (popped.length === 0) await requireGroup(phone, sent)
      return sealed(popped.map(({ content }) => content))
    },

    leaseData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.leaseData)
      const size = Math.min(sent.size, shared.maxItems)
      const lease = await leases.lease(toSource(phone, sent), phone, { size, seconds: sent.seconds, id })
      if (lease.items.length === 0) await requireGroup(phone, sent)
      return sealed(lease)
    },

    ackData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.endLease)
      return result(await changeOnce(db, id, (tx) => ackLease(tx, toLease(phone, sent))))
    },

    returnData: async (call) => {
      const { phone, sent, id } = await phoneChange(deps, call, PhoneData.endLease)
      return result(await changeOnce(db, id, (tx) => endLeases(tx, { lease: toLease(phone, sent) })))
    },
  })
}

const result = (count: number) => sealed({ result: count })

function changed(change: items.Change, maxBytes: number): string {
  if (change === 'tooLong') throw new AppError('dataTooLong', { kilobytes: Math.floor(maxBytes / 1024) })
  return result(change === 'changed' ? 1 : 0)
}

type Named = { groupName: string; name: string | undefined }
const toItemName = ({ tenantId }: CallingPhone, { groupName, name = '' }: Named) => ({
  tenantId,
  groupName,
  name,
})
const toSource = ({ tenantId }: CallingPhone, { groupName, name, getType }: Named & { getType: number }) => ({
  tenantId,
  groupName,
  name,
  way: toPopOrder(getType),
})

const toLease = (
  { deviceId }: CallingPhone,
  { leaseId, ids }: { leaseId: string; ids?: DataItemId[] | undefined },
) => ({ deviceId, leaseId, ids })

/** Items per statement, so that the database can do other work in between. */
const chunkRows = 5000

async function removeAll(db: Db, chosen: Named & { tenantId: UserId }): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await items.removeItems(db, { ...chosen, most: chunkRows })
    removed += count
    if (count < chunkRows) return removed
  }
}
