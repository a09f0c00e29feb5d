import type { UserId } from '@fleetdeck/contract/ids'
import { PhoneData, phoneData } from '@fleetdeck/contract/phone-data'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import * as items from '../../../domain/data-items/items.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import { implement } from '../../../platform/http/implement.ts'
import { sealed } from '../../../platform/http/rapi-envelope.ts'
import { type CallingPhone, checkBytes, phoneCall, toPopOrder } from '../phone-call.ts'

/** Calls of scripts on the shared data of the device's owner. */
export function phoneDataRoutes(app: FastifyInstance, deps: Deps) {
  const { db, shared } = deps
  const { leases } = shared

  implement(app, phoneData, {
    getData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.getData)
      const { groupName, name } = sent
      return sealed(
        await items.readItems(db, { tenantId: phone.tenantId, groupName, name, most: shared.maxItems }),
      )
    },

    addData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.addData)
      checkBytes(sent.content, shared.maxItemBytes)
      const { content, dedupe } = sent
      return result(Number(await items.addItem(db, { ...toItemName(phone, sent), content, dedupe })))
    },

    updateData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.updateData)
      checkBytes(sent.content, shared.maxItemBytes)
      return changed(
        await items.setItemContent(db, toItemName(phone, sent), sent.content),
        shared.maxItemBytes,
      )
    },

    appendOneLineData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.changeLine)
      const maxBytes = shared.maxItemBytes
      return changed(
        await items.appendLine(db, toItemName(phone, sent), { line: sent.content, maxBytes }),
        maxBytes,
      )
    },

    removeOneLineData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.changeLine)
      return changed(await items.removeLine(db, toItemName(phone, sent), sent.content), shared.maxItemBytes)
    },

    removeData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.removeData)
      return result(await removeAll(deps, { tenantId: phone.tenantId, ...sent }))
    },

    getDataPop: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.getDataPop)
      const popped = await leases.pop(toSource(phone, sent), phone, Math.min(sent.size, shared.maxItems))
      return sealed(popped.map(({ content }) => content))
    },

    leaseData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.leaseData)
      const size = Math.min(sent.size, shared.maxItems)
      return sealed(await leases.lease(toSource(phone, sent), phone, { size, seconds: sent.seconds }))
    },

    ackData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.endLease)
      return result(await leases.ack(phone, sent.leaseId, sent.ids))
    },

    returnData: async (call) => {
      const { phone, sent } = await phoneCall(deps, call, PhoneData.endLease)
      return result(await leases.giveBack(phone, sent.leaseId, sent.ids))
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

/** Items per statement, so that the database can do other work in between. */
const chunkRows = 5000

async function removeAll(
  { db }: Deps,
  { tenantId, groupName, name }: Named & { tenantId: UserId },
): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await items.removeItems(db, { tenantId, groupName, name, most: chunkRows })
    removed += count
    if (count < chunkRows) return removed
  }
}
