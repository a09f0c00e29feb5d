import { z } from 'zod'
import { done, idParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ExternalIdentityId } from './ids.ts'
import { SignIn } from './second-factor.ts'
import { LoginDraft } from './session.ts'

const secret = z.string().min(1).max(200)

/**
 * Starts a sign-in at the external provider. The browser keeps `browserKey` and sends it on return, so that nobody can
 * complete their own sign-in in another user's browser.
 */
export const ExternalStart = z.object({ url: z.string(), browserKey: z.string() })

/** The parameters that the provider added to the address of /auth-redirect, with the browser's key. */
export const ExternalFinishDraft = z.strictObject({
  state: secret,
  browserKey: secret,
  code: z.string().min(1).max(4000).optional(),
  /** RFC 9207: the issuer. */
  iss: z.string().max(500).optional(),
  /** Instead of a code, when the provider refuses. */
  error: z.string().max(200).optional(),
})
export type ExternalFinishDraft = z.infer<typeof ExternalFinishDraft>

export const ExternalFinish = z.union([
  /** The identity belongs to an account, which is signed in now, or asked for its second factor. */
  SignIn,
  /** It belongs to no account yet: /bind links it. */
  z.object({ bindKey: z.string() }),
  /** It was linked to the account that started this in the user centre. */
  z.object({ bound: z.literal(true) }),
  /** The caller has proven who they are. */
  z.object({ proven: z.literal(true) }),
])

export const ExternalBindDraft = z.strictObject({
  bindKey: secret,
  username: LoginDraft.shape.username,
  password: LoginDraft.shape.password,
  verifyCode: LoginDraft.shape.verifyCode,
  verifyKey: LoginDraft.shape.verifyKey,
})

/** An external identity linked to the caller's account. */
export const ExternalIdentity = z.object({
  id: ExternalIdentityId,
  issuer: z.string(),
  /** The provider's name of the person. */
  name: z.string(),
  createdAt: time,
  usedAt: time.nullable(),
})
export type ExternalIdentity = z.infer<typeof ExternalIdentity>

/** Sign-in with an identity of an external OpenID Connect provider. */
export const auth = {
  start: {
    method: 'GET',
    path: '/system/auth/oidc/start',
    permission: 'public',
    perMinute: 60,
    data: ExternalStart,
  },
  finish: {
    method: 'POST',
    path: '/system/auth/oidc/finish',
    permission: 'public',
    perMinute: 60,
    body: ExternalFinishDraft,
    data: ExternalFinish,
  },
  bind: {
    method: 'POST',
    path: '/system/auth/oidc/bind',
    permission: 'public',
    perMinute: 60,
    body: ExternalBindDraft,
    data: SignIn,
  },
  /** Like start, but the identity is linked to the caller at the end. */
  startBinding: {
    method: 'POST',
    path: '/system/auth/oidc/startBinding',
    permission: 'signed-in',
    perMinute: 60,
    data: ExternalStart,
    proof: true,
  },
  /**
   * Like start, but at the end it is proven who the caller is (Endpoint.proof); by an identity that they have linked.
   */
  startProof: {
    method: 'POST',
    path: '/system/auth/oidc/startProof',
    permission: 'signed-in',
    perMinute: 60,
    data: ExternalStart,
  },
  list: {
    method: 'GET',
    path: '/system/auth/oidc/list',
    permission: 'signed-in',
    data: z.array(ExternalIdentity),
  },
  unbind: {
    method: 'DELETE',
    path: '/system/auth/oidc/delete',
    permission: 'signed-in',
    query: z.strictObject({ id: idParam.brand<'ExternalIdentityId'>() }),
    data: done,
    log: OperationType.remove,
  },
} as const
