import { maxPasskeys, ownFactors } from '@fleetdeck/contract/second-factor'
import type { FastifyInstance } from 'fastify'
import { startStep } from '../../access/factors/ask-factor.ts'
import { checkCode, sealTotp } from '../../access/factors/check-factor.ts'
import * as queries from '../../access/factors/factors.queries.ts'
import { creationOptions, verifyNewPasskey } from '../../access/factors/passkeys.ts'
import { relyingParty } from '../../access/factors/relying-party.ts'
import { isFactorRequired } from '../../access/factors/required-factor.ts'
import { newTotpSecret, totpAddress } from '../../access/factors/totp.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: Deps) {
  const { db, parameters, seal, changes } = deps

  /** The first factor comes with recovery codes, and may be the step without which the user could do nothing else. */
  const codesOfFirst = async ({ userId }: Caller): Promise<string[]> => {
    await changes.rights([userId])
    return (await queries.hasRecoveryCodes(db, userId)) ? [] : queries.replaceRecoveryCodes(db, userId)
  }

  const refuseLast = async (caller: Caller) => {
    const { totp, passkeys } = await queries.readFactors(db, caller.userId)
    const isLast = (totp ? 1 : 0) + passkeys.length === 1
    if (isLast && (await isFactorRequired(db, parameters, caller.userId))) throw new AppError('factorLast')
  }

  implement(app, ownFactors, {
    one: async ({ caller }) => ({
      ...(await queries.readFactors(db, caller.userId)),
      isRequired: await isFactorRequired(db, parameters, caller.userId),
    }),

    startTotp: async ({ caller: { userId, userName } }) => {
      const secret = newTotpSecret()
      if (!(await queries.startTotp(db, userId, sealTotp(seal, secret)))) throw new AppError('totpExists')
      return {
        secret,
        uri: totpAddress(secret, { issuer: parameters.get('sys.title') || 'Fleetdeck', userName }),
      }
    },

    confirmTotp: async ({ body: { code }, caller, request }) => {
      const totp = await queries.findTotp(db, caller.userId)
      if (!totp) throw new AppError('totpNotStarted')
      if (totp.confirmedAt) throw new AppError('totpExists')
      await checkCode(deps, caller, { code, request, isNew: true })
      return { recoveryCodes: await codesOfFirst(caller) }
    },

    removeTotp: async ({ caller }) => {
      await refuseLast(caller)
      if (!(await queries.removeTotp(db, caller.userId))) throw new AppError('notFound')
      return null
    },

    startPasskey: async ({ caller: { userId, userName, sessionId }, request }) => {
      if (sessionId === null) throw new AppError('sessionExpired')
      const known = await queries.listPasskeys(db, userId)
      if (known.length >= maxPasskeys) throw new AppError('passkeysFull', { max: maxPasskeys })
      const options = await creationOptions(relyingParty(parameters, request), { userId, userName, known })
      const asked = { purpose: 'passkey' as const, userId, sessionId }
      return { key: (await startStep(db, asked, options.challenge)).key, options }
    },

    addPasskey: async ({ body: { key, passkeyName, passkey }, caller, request }) => {
      const keyHash = hashToken(key)
      const step = await queries.findStep(db, keyHash, 'passkey')
      if (!step || step.sessionId !== caller.sessionId) throw new AppError('factorExpired')
      const made = await verifyNewPasskey(relyingParty(parameters, request), step.challenge, passkey)
      if (!(await queries.consumeStep(db, keyHash, 'passkey'))) throw new AppError('factorExpired')
      const row = { ...made, userId: caller.userId, passkeyName }
      await mapDbErrors(queries.insertPasskey(db, row), { passkeys_credential: 'passkeyTaken' })
      return { recoveryCodes: await codesOfFirst(caller) }
    },

    renamePasskey: async ({ body: { id, passkeyName }, caller }) => {
      if (!(await queries.renamePasskey(db, caller.userId, id, passkeyName))) throw new AppError('notFound')
      return null
    },

    removePasskey: async ({ query: { id }, caller }) => {
      await refuseLast(caller)
      if (!(await queries.removePasskey(db, caller.userId, id))) throw new AppError('notFound')
      return null
    },

    newCodes: async ({ caller: { userId } }) => {
      if (!(await queries.hasFactor(db, userId))) throw new AppError('factorMissing')
      return { recoveryCodes: await queries.replaceRecoveryCodes(db, userId) }
    },
  })
}
