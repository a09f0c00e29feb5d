import type { FormerFacts } from '@fleetdeck/contract/former-phones'
import { type HttpHeartbeat, phoneApi, RapiCommandLine, RapiHeartbeat } from '@fleetdeck/contract/phone-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { originForPhones } from '../../domain/devices/origin-for-phones.ts'
import { CallLimit } from '../../platform/core/call-limit.ts'
import { SharedTick } from '../../platform/core/shared-tick.ts'
import { bearerToken } from '../../platform/core/tokens.ts'
import { implement } from '../../platform/http/implement.ts'
import { opened, sealed } from '../../platform/http/rapi-envelope.ts'
import { answerHeartbeat, type Deliveries } from './answer-heartbeat.ts'
import { enrol } from './enrol.ts'
import { openKeyToEnrol } from './enrolment-key.ts'
import { newChallenge } from './enrolment-proof.ts'

/** Heartbeats are answered together: a phone that polls every ten seconds does not notice. */
const collect = { leastMs: 100, mostMs: 250 }
/** Calls of one phone; a phone calls every few seconds. */
const mostCalls = 100
const windowMs = 5000

const saidIn = ({
  brand = '',
  model = '',
  imei = '',
  androidId = '',
  osVersion = '',
  apkVersion = '',
  ecVersion = '',
}: HttpHeartbeat): FormerFacts => ({ brand, model, imei, androidId, osVersion, apkVersion, ecVersion })

export function phoneRoutes(app: FastifyInstance, deps: Deps, deliveries: Deliveries) {
  const { phones } = deps
  const tick = new SharedTick(collect)
  const limit = new CallLimit(mostCalls, windowMs)
  const countCall = ({ headers, ip }: FastifyRequest, deviceNo = '') =>
    limit.count(headers.authorization ?? `${deviceNo} ${ip}`)

  implement(app, phoneApi, {
    enroll: ({ body, ip, request }) =>
      enrol(deps, { ...body, ip, token: bearerToken(request.headers.authorization) }),

    challenge: async ({ body, ip }) => {
      await openKeyToEnrol(deps, body.key, ip)
      return { nonce: await newChallenge(deps) }
    },

    heartbeat: async ({ body, ip, request }) => {
      countCall(request, body.deviceNo)
      await tick.wait()
      const read = () => opened(body.data, RapiHeartbeat)
      const phone = await phones.ofRequest(request, body.deviceNo, () => saidIn(read()))
      const heartbeat = read()
      const connection = { ip, origin: originForPhones(deps.parameters, request) }
      return sealed(await answerHeartbeat(deps, deliveries, { phone, heartbeat, connection }))
    },

    httpCmdLog: async ({ body, request }) => {
      countCall(request, body.deviceNo)
      const { deviceId } = await phones.ofRequest(request, body.deviceNo)
      const { cmdSubId, msg } = opened(body.data, RapiCommandLine)
      await deliveries.commands.addLine({ deviceId, cmdSubId: String(cmdSubId), msg })
      return sealed({})
    },
  })
}
