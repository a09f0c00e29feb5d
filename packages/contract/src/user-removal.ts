import { z } from 'zod'
import { idsOf } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { UserId } from './ids.ts'
import { UserCard } from './users.ts'

/** Kinds of rows that belong to an account. */
export const belongings = [
  'devices',
  'unassignedPhones',
  'deviceGroups',
  'platforms',
  'scripts',
  'hotScripts',
  'tasks',
  'dataGroups',
  'dataItems',
  'dynamicTables',
  'caches',
  'recordings',
  'forms',
  'scriptAuthors',
  'scriptSources',
  'scriptErrors',
  'roles',
  'plans',
  'enrolmentCodes',
  'files',
  'accessTokens',
] as const
export type Belonging = (typeof belongings)[number]
const kind = z.enum(belongings)

export const RemovalPreview = z.object({
  accounts: z.array(z.object({ id: UserId, userName: z.string() })),
  /** Users directly below the accounts, and on all levels; the accounts themselves do not count. */
  subUsers: z.object({ direct: z.number(), all: z.number() }),
  /** Of the accounts, and of these with all users below; kinds that nobody has are missing. */
  belongings: z.array(z.object({ kind, own: z.number(), all: z.number() })),
  /** Of the stored files. */
  bytes: z.object({ own: z.number(), all: z.number() }),
  /** Nothing would be lost or moved. */
  isEmpty: z.boolean(),
  /** The user above, if everything can be handed over to them. */
  heir: UserCard.nullable(),
})
export type RemovalPreview = z.output<typeof RemovalPreview>

export const Removal = z.union([
  z.strictObject({ ids: idsOf<UserId>(), handOverTo: UserId }),
  z.strictObject({
    ids: idsOf<UserId>(),
    everything: z.literal(true),
    /** Of the deleted accounts, those below included; another number is refused. */
    count: z.int().min(1),
  }),
])
export type Removal = z.output<typeof Removal>

export const RemovalResult = z.object({
  /** Names of the deleted accounts. */
  accounts: z.array(z.string()),
  /** Users who have the new owner as parent now. */
  movedUsers: z.number(),
  /** Rows that were handed over or deleted. */
  belongings: z.array(z.object({ kind, count: z.number() })),
})
export type RemovalResult = z.output<typeof RemovalResult>

const path = '/system/auth/userRemoval'
const permission = 'system/auth/deleteUser'

export const userRemoval = {
  preview: {
    method: 'GET',
    path,
    permission,
    query: z.strictObject({ ids: idsOf<UserId>() }),
    data: RemovalPreview,
  },
  remove: {
    method: 'POST',
    path,
    permission,
    body: Removal,
    data: RemovalResult,
    log: OperationType.remove,
    proof: true,
  },
} as const
