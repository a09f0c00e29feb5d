import { proofMinutes } from '@fleetdeck/contract/endpoint'
import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import { viewMinutes } from '@fleetdeck/contract/view-as'
import { and, eq, gt, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import { type Caller, followsRights } from '../platform/core/caller.ts'
import { awayReason } from '../platform/core/database-away.ts'
import { NewestEntries } from '../platform/core/newest-entries.ts'
import { siteMs, siteNow } from '../platform/core/site-clock.ts'
import { hashToken, newToken } from '../platform/core/tokens.ts'
import type { Db } from '../platform/db/db.ts'
import { sessions } from '../platform/db/schema/sessions.ts'
import { users } from '../platform/db/schema/users.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import { isAccountExpired, isAccountOff } from './account-line.queries.ts'
import { userAndSubordinates } from './data-scope.ts'
import { isFactorMissing } from './factors/required-factor.ts'
    const own = await readCaller(this.#db, row.user, row.session.id)
    const isComplete = own.pendingStep || !(await isFactorMissing(this.#db, this.#parameters, own.userId))
    const caller: Caller = isComplete ? own : { ...own, pendingStep: 'factor' }
    const isView = row.session.viewerSessionId !== null
    return { caller: isView ? await readViewed(this.#db, caller, row.session) : caller, isExpired: false }
  }
}
