import { z } from 'zod'
import { idParam, pageOf } from './endpoint.ts'
import { RoleId } from './ids.ts'
import { LinkedQuery, LinkedRow } from './linked-rows.ts'

/** Kinds of rows about which may be asked. */
export const rowKinds = [
  'device',
  'deviceGroup',
  'user',
  'task',
  'platform',
  'script',
  'hotScript',
  'recording',
  'dataGroup',
  'dynamicTable',
] as const
export type RowKind = (typeof rowKinds)[number]

/** The rules that decide; those of `allowingRules` allow. */
export const allowingRules = ['public', 'signedIn', 'admin', 'role', 'ownRow', 'scope', 'shared'] as const
export const refusingRules = [
  'accountOff',
  'accountExpired',
  'passwordChange',
  'factorMissing',
  'menuOff',
  'noRole',
  'plan',
  'outside',
  'userBuiltIn',
  'userStronger',
  'notYourself',
] as const

/** Departments that a role opens, by name as far as the reader may see them. */
const OpenDepartments = z.object({ names: z.array(z.string()), count: z.number(), withBelow: z.boolean() })

const RoleStep = z.object({
  code: z.literal('role'),
  /** Null for a role that the reader does not see. */
  id: RoleId.nullable(),
  roleName: z.string().nullable(),
  enabled: z.boolean(),
  /**
   * Whether what is asked about is ticked in it; `menuOff`: it is, but its menu is disabled; `plan`: it is, but the
   * plan of the account, or of one above, does not include it.
   */
  includes: z.enum(['yes', 'no', 'menuOff', 'plan']),
  dataScope: z.number(),
  /** Whose rows it shows this user. */
  opens: z.enum(['all', 'own', 'departments']),
  departments: OpenDepartments,
  /** Whether its data scope has the row; null without a row, or when the row is the user's own. */
  showsRow: z.boolean().nullable(),
})
export type RoleStep = z.output<typeof RoleStep>

const RowStep = z.object({
  code: z.literal('row'),
  kind: z.enum(rowKinds),
  name: z.string(),
  owner: z
    .object({
      userName: z.string(),
      nickName: z.string(),
      /** Null: none, or not for the reader. */
      deptName: z.string().nullable(),
      relation: z.enum(['self', 'below', 'other']),
    })
    .nullable(),
})

export const WhyStep = z.discriminatedUnion('code', [
  /** The account or one above is disabled or expired; the name is null when the reader does not see the account. */
  z.object({
    code: z.literal('account'),
    bars: z.array(
      z.object({ reason: z.enum(['off', 'expired']), userName: z.string().nullable(), isOwn: z.boolean() }),
    ),
  }),
  z.object({ code: z.literal('pending'), step: z.enum(['password', 'factor']) }),
  z.object({ code: z.literal('admin') }),
  /** The permission of a call, and the page that it belongs to; empty for a page that roles include automatically. */
  z.object({ code: z.literal('needs'), permission: z.string(), page: z.string() }),
  /** The session must have proven lately who its user is. */
  z.object({ code: z.literal('proof') }),
  /** A disabled page, or a disabled directory above it. */
  z.object({ code: z.literal('menuOff'), label: z.string() }),
  z.object({ code: z.literal('noRoles') }),
  RoleStep,
  /** A front user sees own rows and those of users below, whatever the roles say. */
  z.object({ code: z.literal('front') }),
  RowStep,
])
export type WhyStep = z.output<typeof WhyStep>

export const Why = z.object({
  allowed: z.boolean(),
  rule: z.enum([...allowingRules, ...refusingRules]),
  steps: z.array(WhyStep),
  /** Nickname of the user above, if that one can sign in: whom to ask for rights. */
  askName: z.string().nullable(),
})
export type Why = z.output<typeof Why>

const text = z.string().trim().min(1).max(500)
const subjectShape = {
  /** Address of a page or directory, such as /system/user. */
  page: text.optional(),
  /** A permission, or a call such as `GET /device/group/list`. */
  call: text.optional(),
  /** A row by its id, or a device by its number, and the permission for it: by default the one that shows it. */
  kind: z.enum(rowKinds).optional(),
  id: idParam.optional(),
  deviceNo: text.optional(),
  permission: text.optional(),
}
const subject = z.strictObject(subjectShape)
export type WhySubject = z.output<typeof subject>

/** One page, one call or one row. */
function isOneSubject({ page, call, kind, id, deviceNo, permission }: WhySubject): boolean {
  if ([page, call, kind].filter((given) => given !== undefined).length !== 1) return false
  const keys = [id, deviceNo].filter((given) => given !== undefined).length
  if (kind === undefined) return keys === 0 && permission === undefined
  return keys === 1 && (deviceNo === undefined || kind === 'device')
}

/** The subjects of a question, as far as the caller may see them. */
export const WhyQuestions = z.object({
  pages: z.array(
    z.object({ path: z.string(), label: z.string(), labelKey: z.string(), isDirectory: z.boolean() }),
  ),
  /** Permissions with the page that each belongs to. */
  calls: z.array(z.object({ permission: z.string(), page: z.string() })),
  kinds: z.array(z.object({ kind: z.enum(rowKinds), permissions: z.array(z.string()) })),
})
export type WhyQuestions = z.output<typeof WhyQuestions>

const at = '/system/auth/why'
const permission = 'system/auth/why'

/** Why the caller may do something, or not. */
export const ownRights = {
  why: {
    method: 'GET',
    path: '/system/user/why',
    permission: 'signed-in',
    query: subject.refine(isOneSubject, 'why.oneSubject'),
    data: Why,
  },
} as const

/** The same for a user within the caller's data scope. */
export const userRights = {
  why: {
    method: 'GET',
    path: at,
    permission,
    query: z
      .strictObject({ ...subjectShape, userId: idParam.brand<'UserId'>() })
      .refine(isOneSubject, 'why.oneSubject'),
    data: Why,
  },
  questions: { method: 'GET', path: `${at}/questions`, permission, data: WhyQuestions },
  /** Rows of a kind that the caller sees, by name. */
  rows: {
    method: 'GET',
    path: `${at}/rows`,
    permission,
    query: LinkedQuery.extend({ kind: z.enum(rowKinds) }),
    data: pageOf(LinkedRow),
  },
} as const
