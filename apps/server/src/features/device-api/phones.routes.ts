import type { DeviceId } from '@fleetdeck/contract/ids'
import { phoneApi, RapiCommandLine, RapiHeartbeat } from '@fleetdeck/contract/phone-api'
import type { Heartbeat, PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bearerToken } from '../../platform/core/tokens.ts'
import { implement } from '../../platform/http/implement.ts'
import { opened, sealed } from '../../platform/http/rapi-envelope.ts'
import { enrol } from './enrol.ts'
import { openKeyToEnrol } from './enrolment-key.ts'
import { newChallenge } from './enrolment-proof.ts'

import type { RuntimeRecorder } from './runtime-recorder.ts'

/** Pending orders for a phone without a socket. */
interface Delivery {
  next(deviceId: DeviceId, heartbeat: Heartbeat): Promise<PhoneOrder | undefined>
  addLine(line: { deviceId: DeviceId; cmdSubId: string; msg: string }): Promise<boolean>
}

export interface PhoneDeps {
  recorder: RuntimeRecorder
  /** Commands, which come before tasks. */
  delivery: Delivery
  tasks: Pick<Delivery, 'next'>
}

export function phoneRoutes(app: FastifyInstance, deps: Deps, { recorder, delivery, tasks }: PhoneDeps) {
  const { phones } = deps

  implement(app, phoneApi, {
    enroll: ({ body, ip, request }) =>
      enrol(deps, { ...body, ip, token: bearerToken(request.headers.authorization) }),

    challenge: async ({ body, ip }) => {
      await openKeyToEnrol(deps, body.key, ip)
      return { nonce: await newChallenge(deps) }
    },

    heartbeat: async ({ body, request }) => {
      const { deviceId } = await phones.ofRequest(request, body.deviceNo)
      const heartbeat = opened(body.data, RapiHeartbeat)
      recorder.recordHeartbeat(deviceId, heartbeat)
      const order = (await delivery.next(deviceId, heartbeat)) ?? (await tasks.next(deviceId, heartbeat))
      return sealed(wireForm(order))
    },

    httpCmdLog: async ({ body, request }) => {
      const { deviceId } = await phones.ofRequest(request, body.deviceNo)
      const { cmdSubId, msg } = opened(body.data, RapiCommandLine)
      await delivery.addLine({ deviceId, cmdSubId: String(cmdSubId), msg })
      return sealed({})
    },
  })
}

/** Over HTTP the action is the command's own name; a task is sent as on the socket. */
function wireForm(order: PhoneOrder | undefined): object {
  if (order?.action === 'task') return order
  if (order?.action !== 'command') return { action: 'resp' }
  const { command: action, cmdSubId, content } = order
  return { action, cmdSubId, content }
}
