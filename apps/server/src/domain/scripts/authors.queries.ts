import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { AuthorSignature, EndorsedAuthor } from '@fleetdeck/contract/script-signature'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { authorSignatures, scriptAuthors } from '../../platform/db/schema/script-authors.ts'

/** Of the tenant of a device, in a statement on devices and users; null where none is required. */
export const requiredAuthors = sql<EndorsedAuthor[] | null>`case when users.requires_author then
  (select coalesce(jsonb_agg(jsonb_build_object('publicKey', a.public_key, 'endorsedBy', a.endorsed_by,
    'endorsement', a.endorsement) order by a.id), '[]') from script_authors a where a.tenant_id = users.id) end`

interface Sent {
  deviceId: DeviceId
  sha256: string
}
/** The statement about a file by an author of the phone's tenant. */
export type Authored = { isRequired: boolean; author: AuthorSignature | null }

/** For each of these files on a phone; in the same order. */
export async function authoredFiles(db: Db, files: Sent[]): Promise<Authored[]> {
  if (files.length === 0) return []
  const { rows } = await db.execute<Authored & { place: number }>(sql`
    select n.place, coalesce(u.requires_author, false) as "isRequired", (
      select jsonb_build_object('publicKey', s.public_key, 'signature', s.signature)
      from author_signatures s join script_authors a on a.public_key = s.public_key and a.tenant_id = d.tenant_id
      where s.sha256 = n.sha256 order by a.id limit 1) as author
    from jsonb_to_recordset(${JSON.stringify(files.map((file, place) => ({ ...file, place })))}::jsonb)
      as n("deviceId" int, sha256 text, place int)
    left join devices d on d.id = n."deviceId" left join users u on u.id = d.tenant_id
    order by n.place`)
  return rows
}

/** The names of a tenant's authors who have signed these files, by hash. */
export async function signersOf(db: Db, tenantId: UserId, hashes: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ sha256: authorSignatures.sha256, name: scriptAuthors.authorName })
    .from(authorSignatures)
    .innerJoin(
      scriptAuthors,
      and(eq(scriptAuthors.publicKey, authorSignatures.publicKey), eq(scriptAuthors.tenantId, tenantId)),
    )
    .where(inArray(authorSignatures.sha256, hashes))
  const names = new Map<string, string[]>()
  for (const { sha256, name } of rows) names.set(sha256, [...(names.get(sha256) ?? []), name])
  return names
}
