import {
  defaultCodeDays,
  type EnrolmentCodeDraft,
  enrolmentCodes,
  maxCodeDays,
  maxCodes,
} from '@fleetdeck/contract/enrolment-codes'
import type { z } from 'zod'
import { requireFound } from '../../access/crud-handlers.ts'
import { type Scope, scopeFor } from '../../access/data-scope.ts'
import { requireUser } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { codeHash, newCode } from '../../domain/devices/enrolment-code-text.ts'
import { findGroupOwner } from '../../domain/devices/group-owner.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { codeQueries, countUsable } from './enrolment-codes.queries.ts'

type Draft = z.output<typeof EnrolmentCodeDraft>
const dayMs = 86_400_000

/** Makes a code for phones of an owner within the caller's scope; only its hash is stored. */
export async function addCode({ db, parameters }: Deps, caller: Caller, draft: Draft) {
  const expiresAt = checkedEnd(draft.expiresAt)
  const place = await findPlace(db, caller, draft)
  if ((await countUsable(db, caller.userId)) >= maxCodes)
    throw new AppError('enrolmentCodesFull', { count: maxCodes })
  const code = newCode()
  const id = await codeQueries.insert(db, {
    codeHash: codeHash(code) ?? '',
    codeName: draft.codeName,
    creatorId: caller.userId,
    maxUses: draft.maxUses,
    expiresAt,
    ...place,
  })
  return { id, code, address: parameters.get('sys.publicAddress') }
}

function checkedEnd(given: string | undefined): Date {
  const now = siteMs()
  const end = given === undefined ? now + defaultCodeDays * dayMs : Date.parse(given)
  if (end <= now || end > now + maxCodeDays * dayMs)
    throw new AppError('enrolmentCodeEndWrong', { count: maxCodeDays })
  return new Date(end)
}

/** Whose the phones become. */
async function findPlace(db: Db, caller: Caller, { target, tenantId = caller.userId, ...draft }: Draft) {
  const scope: Scope = scopeFor(caller, enrolmentCodes.add.permission)
  if (target === 'site') {
    if (scope !== 'all') throw new AppError('enrolmentCodeForSite')
    return {}
  }
  if (target === 'user' || draft.groupId === undefined) {
    await requireUser(db, scope, tenantId)
    return { tenantId }
  }
  const { groupId, numberPrefix } = draft
  return { tenantId: requireFound(await findGroupOwner(db, scope, groupId)), groupId, numberPrefix }
}
