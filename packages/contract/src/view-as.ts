import { z } from 'zod'
import { done } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { RoleId, UserId } from './ids.ts'

/** A view ends after this time, or with the session in which it was started. */
export const viewMinutes = 30

/** The console as a user sees it, or as somebody does who has only one role: read-only and logged. */
export const viewAs = {
  /** Starts a short session of its own; that of the caller goes on. */
  start: {
    method: 'POST',
    path: '/system/auth/viewAs',
    permission: 'system/auth/viewAs',
    perMinute: 30,
    body: z.union([z.strictObject({ userId: UserId }), z.strictObject({ roleId: RoleId })]),
    data: z.object({ token: z.string() }),
    log: OperationType.other,
    proof: true,
  },
  /** Ends the view in which it is called. */
  leave: {
    method: 'POST',
    path: '/system/auth/viewAs/leave',
    permission: 'signed-in',
    data: done,
    log: OperationType.other,
  },
} as const
