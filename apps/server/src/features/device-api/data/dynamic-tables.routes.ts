import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { PhoneTables, phoneTables } from '@fleetdeck/contract/phone-tables'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { changeOnce, toCallId } from '../../../domain/data-items/answer-once.ts'
import { checkedValues, type Design } from '../../../domain/dynamic-tables/design.ts'
import { findDesignNamed } from '../../../domain/dynamic-tables/designs.queries.ts'
import * as rows from '../../../domain/dynamic-tables/rows.queries.ts'
import { withDesign } from '../../../domain/dynamic-tables/use-design.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import { implement } from '../../../platform/http/implement.ts'
import { languageFor, refusalText } from '../../../platform/http/language.ts'
import { opened, sealed } from '../../../platform/http/rapi-envelope.ts'
import { createOrChange } from './create-or-change.ts'
import { queryRows } from './query-rows.ts'

interface Sent {
  body: { deviceNo?: string | undefined; data: string }
  request: FastifyRequest
}

export function phoneTableRoutes(app: FastifyInstance, { db, phones, parameters, shared }: Deps) {
  /** Runs the handler for the owner with the decoded body; errors are part of the answer. */
  async function answered<Schema extends z.ZodType>(
    { body, request }: Sent,
    schema: Schema,
    work: (caller: { tenantId: UserId; deviceId: DeviceId }, sent: z.output<Schema>) => Promise<unknown>,
  ): Promise<string> {
    const { tenantId, deviceId, paces } = await phones.ofRequest(request, body.deviceNo)
    if (tenantId === null) throw new AppError('deviceNotAssigned')
    await shared.pace.count(paces)
    const sent = opened(body.data, schema)
    try {
      return sealed({ result: { data: await work({ tenantId, deviceId }, sent) } })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const msg = refusalText(languageFor(request), error)
      return sealed({ result: { msg } })
    }
  }

  const onTable = <T>(tenantId: UserId, name: string, work: (design: Design) => Promise<T>) =>
    withDesign(async () => {
      const design = await findDesignNamed(db, tenantId, name)
      if (!design) throw new AppError('dynamicTableUnknown', { name: name.slice(0, 63) })
      return design
    }, work)

  implement(app, phoneTables, {
    dynamicCreateTable: (call) =>
      answered(call, PhoneTables.create, ({ tenantId }, sent) =>
        createOrChange(db, tenantId, { sent, language: languageFor(call.request) }),
      ),

    dynamicQuery: (call) =>
      answered(call, PhoneTables.query, ({ tenantId }, sent) =>
        onTable(tenantId, sent.tableNameEn, (design) =>
          queryRows(db, design, { ...sent, maxRows: parameters.get('dynamic.queryRows') }),
        ),
      ),

    dynamicAdd: (call) =>
      answered(call, PhoneTables.add, ({ tenantId, deviceId }, sent) =>
        onTable(tenantId, sent.tableNameEn, (design) => {
          const values = checkedValues(design, sent.columns)
          return changeOnce(db, toCallId(deviceId, sent), async (tx) => {
            const [id] = await rows.insertRows(tx, design, [values])
            return id
          })
        }),
      ),

    dynamicUpdate: (call) =>
      answered(call, PhoneTables.update, ({ tenantId, deviceId }, sent) =>
        onTable(tenantId, sent.tableNameEn, (design) => {
          const values = checkedValues(design, sent.columns)
          const where = rows.scriptCondition(design, sent)
          return changeOnce(db, toCallId(deviceId, sent), (tx) => rows.updateRows(tx, design, where, values))
        }),
      ),

    dynamicRemove: (call) =>
      answered(call, PhoneTables.remove, ({ tenantId, deviceId }, sent) =>
        onTable(tenantId, sent.tableNameEn, (design) => {
          const where = rows.scriptCondition(design, sent)
          return changeOnce(db, toCallId(deviceId, sent), (tx) => rows.deleteRows(tx, design, where))
        }),
      ),
  })
}
