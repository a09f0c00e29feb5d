import { CloseCode } from '@fleetdeck/contract/device-socket'
import { enrolmentRequests, type PhoneFacts } from '@fleetdeck/contract/enrolment-requests'
import type { EnrolmentRequestId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { fingerprintOf } from '../../platform/core/phone-keys.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './enrolment-requests.queries.ts'

/** Known phones that enrol with another key: operators see what differs, and decide. */
export function enrolmentRequestRoutes(app: FastifyInstance, { db, hub, events }: Deps) {
  const requireVisible = async (caller: Caller, ids: EnrolmentRequestId[]) => {
    const scope = scopeFor(caller, enrolmentRequests.approve.permission)
    const deviceIds = await queries.devicesOfRequests(db, scope, ids)
    if (deviceIds.length !== new Set(ids).size) throw new AppError('notFound')
    return deviceIds
  }

  implement(app, enrolmentRequests, {
    list: async ({ query, caller }) => {
      const scope = scopeFor(caller, enrolmentRequests.list.permission)
      const { list, total } = await queries.listRequests(db, scope, query)
      return {
        list: list.map((row) => ({ ...row, known: shown(row.known), asking: shown(row.asking) })),
        total,
      }
    },

    approve: async ({ body: { ids }, caller }) => {
      const asked = await requireVisible(caller, ids)
      if (new Set(asked).size !== asked.length) throw new AppError('requestsOfOneDevice')
      const approved = await queries.approveRequests(db, ids)
      for (const deviceId of approved) {
        const details = { action: 'approveEnrolment' }
        events.record({ deviceId, kind: 'changed', userId: caller.userId, details })
        await hub.closePhone(deviceId, CloseCode.unauthorized, 'another phone was approved')
      }
      await hub.devicesChanged({ deviceIds: approved })
      return null
    },

    reject: async ({ body: { ids }, caller }) => {
      const deviceIds = await requireVisible(caller, ids)
      await queries.rejectRequests(db, ids)
      await hub.devicesChanged({ deviceIds })
      return null
    },
  })
}

type StoredFacts = Omit<PhoneFacts, 'fingerprint'> & { publicKey: string | null }

const shown = ({ publicKey, ...facts }: StoredFacts): PhoneFacts => ({
  ...facts,
  fingerprint: fingerprintOf(publicKey),
})
