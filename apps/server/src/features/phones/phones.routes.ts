import { Status } from '@fleetdeck/contract/enums'
import { phoneApi, RapiHeartbeat } from '@fleetdeck/contract/phone-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken, hashToken } from '../../access/tokens.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { implement } from '../../http/implement.ts'
import { enrol } from './enrol.ts'
import * as queries from './phones.queries.ts'
import type { RuntimeRecorder } from './runtime-recorder.ts'

export function phoneRoutes(app: FastifyInstance, deps: Deps, recorder: RuntimeRecorder) {
  implement(app, phoneApi, {
    enroll: ({ body, ip }) => enrol(deps, body, ip),

    heartbeat: async ({ body, request }) => {
      const phone = await phoneOf(deps, request)
      const parsed = RapiHeartbeat.safeParse(decoded(body.data))
      if (!parsed.success)
        throw new AppError('invalidInput', { field: parsed.error.issues[0]?.path.join('.') || 'data' })
      recorder.heard(phone.deviceId, parsed.data)
      return encoded({ action: 'resp' })
    },
  })
}

async function phoneOf({ db }: Deps, request: FastifyRequest) {
  const token = bearerToken(request.headers.authorization)
  if (!token) throw new AppError('deviceTokenMissing')
  const phone = await queries.findPhoneByToken(db, hashToken(token))
  if (!phone) throw new AppError('deviceTokenWrong')
  if (phone.status !== Status.on) throw new AppError('deviceDisabled')
  return phone
}

/** The envelope's data: base64, perhaps with line breaks, of a JSON object. */
function decoded(data: string): object {
  const packed = data.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) throw new AppError('malformedBase64')
  try {
    const value: unknown = JSON.parse(Buffer.from(packed, 'base64').toString('utf8'))
    if (typeof value === 'object' && value) return value
  } catch {
    // Falls through: what is not JSON is refused like what is no object.
  }
  throw new AppError('malformedBase64')
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
