import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { toCallId } from '../../domain/data-items/answer-once.ts'
import type { CallId } from '../../domain/data-items/answered-calls.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { opened } from '../../platform/http/rapi-envelope.ts'

/** A calling phone, and the owner whose data it sees. */
export interface CallingPhone {
  deviceId: DeviceId
  deviceNo: string
  tenantId: UserId
}

/**
 * Authenticates the phone, applies its owner's rate limit and decodes the envelope. The phone must have an owner,
 * because the data is the owner's.
 */
export async function phoneCall<Schema extends z.ZodType>(
  { phones, shared }: Deps,
  { body, request }: { body: { deviceNo?: string | undefined; data: string }; request: FastifyRequest },
  schema: Schema,
): Promise<{ phone: CallingPhone; sent: z.output<Schema> }> {
  const { deviceId, deviceNo, tenantId, paces } = await phones.ofRequest(request, body.deviceNo)
  if (tenantId === null || !deviceNo) throw new AppError('deviceNotAssigned')
  await shared.pace.count(paces)
  return { phone: { deviceId, deviceNo, tenantId }, sent: opened(body.data, schema) }
}

/** The same for a call that changes data, and its id. */
export async function phoneChange<Schema extends z.ZodType<{ requestId?: string | undefined }>>(
  deps: Deps,
  call: Parameters<typeof phoneCall>[1],
  schema: Schema,
): Promise<{ phone: CallingPhone; sent: z.output<Schema>; id: CallId | undefined }> {
  const { phone, sent } = await phoneCall(deps, call, schema)
  return { phone, sent, id: toCallId(phone.deviceId, sent) }
}

/** 1 oldest first, 2 newest first, 3 random (device API: getType). */
export const toPopOrder = (getType: number) => (['head', 'tail', 'random'] as const)[getType - 1] ?? 'head'

/** Refuses a text with more bytes. */
export function checkBytes(text: string, maxBytes: number): void {
  if (Buffer.byteLength(text) > maxBytes)
    throw new AppError('dataTooLong', { kilobytes: Math.floor(maxBytes / 1024) })
}
