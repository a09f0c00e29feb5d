import { z } from 'zod'
import { done, idParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { PasskeyId } from './ids.ts'

/** Of roles: whether their users have to sign in with a second factor. */
export const SecondFactor = { offered: 0, required: 1 } as const
export type SecondFactor = (typeof SecondFactor)[keyof typeof SecondFactor]
export const secondFactor = z.union([z.literal(SecondFactor.offered), z.literal(SecondFactor.required)])

/** Passkeys of one user. */
export const maxPasskeys = 20
/** Recovery codes that are made together; each can be used once. */
export const recoveryCodeCount = 10
/** Digits of a code of an authenticator app. */
export const totpDigits = 6

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, 'factor.passkeyWrong')
    .max(max, 'factor.passkeyWrong')

/** The options of navigator.credentials.create() and get(), in the JSON form of WebAuthn. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.output<typeof PasskeyOptions>

const credentialShape = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: z.unknown().transform(() => ({})),
}

/** The browser's response for a new passkey (RegistrationResponseJSON). */
export const NewPasskey = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** The browser's response for a passkey that is used (AuthenticationResponseJSON). */
export const PasskeyAnswer = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not count. */
export const factorCode = z.string().trim().min(1, 'factor.codeRequired').max(40)

export const factorKinds = ['totp', 'passkey', 'recoveryCode'] as const
export const FactorKind = z.enum(factorKinds)
export type FactorKind = z.output<typeof FactorKind>

/** The second step of a sign-in, or a proof: the methods that the user can answer with. */
export const FactorRequest = z.object({
  /** Names this step in the answer; valid for a few minutes and one success. */
  key: z.string(),
  kinds: z.array(FactorKind),
  /** Set if they have a passkey for this address. */
  passkey: PasskeyOptions.optional(),
})
export type FactorRequest = z.output<typeof FactorRequest>

const stepKey = z.string().min(1).max(100)
export const FactorAnswer = z
  .strictObject({ key: stepKey, code: factorCode.optional(), passkey: PasskeyAnswer.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), 'factor.codeRequired')
export type FactorAnswer = z.output<typeof FactorAnswer>

/** The result of a sign-in: with a second factor the token is empty until the factor is given. */
export const SignIn = z.object({ token: z.string(), factor: FactorRequest.optional() })
export type SignIn = z.output<typeof SignIn>

export const Passkey = z.object({
  id: PasskeyId,
  passkeyName: z.string(),
  createdAt: time,
  usedAt: time.nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** The factors of a user. */
export const Factors = z.object({
  /** One of the user's roles requires a second factor. */
  isRequired: z.boolean(),
  /** The authenticator app, once it is confirmed. */
  totp: z.object({ createdAt: time, usedAt: time.nullable() }).nullable(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number(),
})
export type Factors = z.output<typeof Factors>

/** Empty unless this was the first factor of the user; shown once. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()) })
const passkeyName = z.string().trim().min(1, 'factor.nameRequired').max(50, 'factor.nameLength')
const at = '/system/user/factor'
const unlogged = () => ({})

/** The caller's own second factors. */
export const ownFactors = {
  one: { method: 'GET', path: at, permission: 'signed-in', data: Factors },
  startTotp: {
    method: 'POST',
    path: `${at}/totp/start`,
    permission: 'signed-in',
    perMinute: 30,
    proof: true,
    /** The secret in base32, and the otpauth:// address for the QR code. */
    data: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmTotp: {
    method: 'POST',
    path: `${at}/totp`,
    permission: 'signed-in',
    perMinute: 30,
    body: z.strictObject({ code: factorCode }),
    data: newCodes,
    log: OperationType.add,
    logged: unlogged,
  },
  removeTotp: {
    method: 'DELETE',
    path: `${at}/totp`,
    permission: 'signed-in',
    proof: true,
    data: done,
    log: OperationType.remove,
  },
  startPasskey: {
    method: 'GET',
    path: `${at}/passkey/start`,
    permission: 'signed-in',
    perMinute: 30,
    proof: true,
    data: z.object({ key: z.string(), options: PasskeyOptions }),
  },
  addPasskey: {
    method: 'POST',
    path: `${at}/passkey`,
    permission: 'signed-in',
    perMinute: 30,
    body: z.strictObject({ key: stepKey, passkeyName, passkey: NewPasskey }),
    data: newCodes,
    log: OperationType.add,
    logged: (sent: unknown) => ({
      passkeyName: (sent as { passkeyName?: unknown } | undefined)?.passkeyName,
    }),
  },
  renamePasskey: {
    method: 'PUT',
    path: `${at}/passkey`,
    permission: 'signed-in',
    body: z.strictObject({ id: PasskeyId, passkeyName }),
    data: done,
    log: OperationType.edit,
  },
  removePasskey: {
    method: 'DELETE',
    path: `${at}/passkey`,
    permission: 'signed-in',
    query: z.strictObject({ id: idParam.brand<'PasskeyId'>() }),
    proof: true,
    data: done,
    log: OperationType.remove,
  },
  /** Replaces all recovery codes. */
  newCodes: {
    method: 'POST',
    path: `${at}/recoveryCodes`,
    permission: 'signed-in',
    perMinute: 30,
    proof: true,
    data: newCodes,
    log: OperationType.edit,
  },
} as const
