import { z } from 'zod'
import { done } from './endpoint.ts'
import { LoginDraft, password } from './session.ts'

/** Letters, digits, underscores and hyphens. */
export const userNamePattern = /^[A-Za-z0-9_-]{2,20}$/

export const RegisterDraft = z.strictObject({
  username: z.string().trim().regex(userNamePattern, 'identity.userNameRule'),
  password,
  verifyCode: LoginDraft.shape.verifyCode,
  verifyKey: LoginDraft.shape.verifyKey,
})
export type RegisterDraft = z.infer<typeof RegisterDraft>

/** Self-registered accounts, if the site allows them. */
export const register = {
  add: {
    method: 'POST',
    path: '/system/register',
    permission: 'public',
    perMinute: 10,
    body: RegisterDraft,
    data: done,
  },
} as const
