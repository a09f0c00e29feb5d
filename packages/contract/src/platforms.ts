import { z } from 'zod'
import { deviceCrud } from './crud.ts'
import { idParam, pageQuery, time } from './endpoint.ts'
import { PlatformId, UserId } from './ids.ts'

/** The platform of a script, such as an app or a shop; each script belongs to one. */
export const Platform = z.object({
  id: PlatformId,
  platformName: z.string(),
  /** The owner, and so the tenant. */
  tenantId: UserId,
  userName: z.string(),
  createdAt: time,
  gmtModified: time,
})
export type Platform = z.output<typeof Platform>

export const PlatformDraft = z.strictObject({
  // spec §5: platform name cannot be null.
  platformName: z.string().trim().min(1, 'platform.nameRequired').max(50, 'platform.nameLength'),
  /** Omitted: the caller. */
  tenantId: UserId.optional(),
})

export const PlatformQuery = pageQuery(
  { name: z.string().max(50).optional(), tenantId: idParam.brand<'UserId'>().optional() },
  ['id', 'platformName', 'userName', 'createdAt', 'gmtModified'],
)

export const platforms = deviceCrud('/task/platform', {
  row: Platform,
  draft: PlatformDraft,
  query: PlatformQuery,
})
