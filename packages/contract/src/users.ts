import { z } from 'zod'
import { editCall, exportCall, pageCall } from './calls.ts'
import { withAlias } from './crud.ts'
import {
  done,
  idParam,
  idsOf,
  pageQuery,
  pageShape,
  pickerListSize,
  status,
  statusParam,
  time,
  timeInput,
} from './endpoint.ts'
import { OperationType, UserType } from './enums.ts'
import { DepartmentId, PostId, RoleId, UserId } from './ids.ts'
import { PostOption } from './posts.ts'
import { phonePattern, Sex, sex } from './profile.ts'
import { RoleOption } from './roles.ts'
import { password } from './session.ts'

/** More users below than these are not counted. */
export const mostCountedBelow = 1000

/** A user as shown by pickers. */
export const UserCard = z.object({ id: UserId, userName: z.string(), nickName: z.string() })
export type UserCard = z.infer<typeof UserCard>

export const User = z.object({
  id: UserId,
  userName: z.string(),
  nickName: z.string(),
  phone: z.string(),
  email: z.string(),
  sex: z.number(),
  avatar: z.string(),
  deptId: DepartmentId.nullable(),
  deptName: z.string().nullable(),
  /** The user who created and manages this one. */
  parentId: UserId.nullable(),
  parentName: z.string().nullable(),
  /** 0 background, 1 front. */
  userType: z.number(),
  /** 0 enabled, 1 disabled. */
  status: z.number(),
  builtIn: z.boolean(),
  /** Users below, on all levels: they stop with this one. Counted up to mostCountedBelow. */
  usersBelow: z.number(),
  roleNames: z.array(z.string()),
  postNames: z.array(z.string()),
  /** Null: unlimited. */
  deviceNumber: z.number().nullable(),
  tenantExpireTime: time.nullable(),
  /** The earliest expiry of the user and of all users above: the account ends then. */
  endsAt: time.nullable(),
  /** A user above is disabled, so that this one cannot sign in. */
  isOffAbove: z.boolean(),
  /** Devices of the user and of all users below. */
  deviceTotal: z.number(),
  /** Calls per second; 0 means unlimited. */
  rateLimit: z.number(),
  /** Megabytes of the user and of all users below; null means as the site's parameters say. */
  storageMegabytes: z.number().nullable(),
  /** Bytes of files, recordings and caches. */
  storageBytes: z.number(),
  remark: z.string(),
  loginIp: z.string(),
  loginAt: time.nullable(),
  createdAt: time,
})
export type User = z.output<typeof User>

/** Letters and digits (spec §9); random when left empty. */
export const keyPattern = /^[A-Za-z0-9]{16,64}$/
const conSecret = z.union([z.literal(''), z.string().regex(keyPattern, 'user.keyFormat')])
export const maxDeviceNumber = 1_000_000
/** Calls per second. */
export const maxRateLimit = 100_000
/** Megabytes. */
export const maxStorage = 100_000_000
const rolesRequired = z.array(RoleId, 'user.roleRequired').min(1, 'user.roleRequired').max(100)
const postsRequired = z.array(PostId, 'user.postRequired').min(1, 'user.postRequired').max(100)

export const userName = z
  .string('user.nameRequired')
  .trim()
  .min(1, 'user.nameRequired')
  .min(2, 'user.nameLength')
  .max(20, 'user.nameLength')
  .regex(/^[\p{L}\p{N}_.@-]+$/u, 'user.nameFormat')

/** Fields common to add and edit. Spec §5: nickname, post and role cannot be empty. */
const UserFields = z.strictObject({
  nickName: z.string('user.nickRequired').trim().min(1, 'user.nickRequired').max(30, 'user.nickLength'),
  deptId: DepartmentId.nullable().default(null),
  phone: z.union([z.literal(''), z.string().trim().regex(phonePattern, 'profile.phoneWrong')]).default(''),
  email: z.union([z.literal(''), z.email('profile.emailWrong').max(50)]).default(''),
  sex: sex.default(Sex.unknown),
  status: status.default(0),
  postIds: postsRequired,
  roleIds: rolesRequired,
  /** 0 background, 1 front. */
  userType: z.union([z.literal(0), z.literal(1)]).default(UserType.background),
  deviceNumber: z.int().min(0).max(maxDeviceNumber).nullable().default(null),
  conSecret: conSecret.default(''),
  tenantExpireTime: timeInput.nullable().default(null),
  rateLimit: z
    .int()
    .min(0)
    .max(maxRateLimit)
    .nullable()
    .default(0)
    .transform((limit) => limit ?? 0),
  storageMegabytes: z.int().min(1).max(maxStorage).nullable().default(null),
  /** Omitted: on add the caller, on edit unchanged. */
  parentId: UserId.nullable().optional(),
  remark: z.string().trim().max(500).default(''),
})

export const UserDraft = UserFields.extend({
  userName,
  /** Omitted: a random one is generated and returned only here. */
  password: z.union([z.literal(''), password]).optional(),
})
export type UserDraft = z.output<typeof UserDraft>
export const UserChange = UserFields.extend({
  id: UserId,
  /** As it is: it never changes. */
  userName: z.string().trim().max(50).optional(),
  /** Empty: unchanged. One from before, in any form, may stay; a new one is as in a draft. */
  conSecret: z.string().max(64, 'user.keyFormat').default(''),
})
export type UserChange = z.output<typeof UserChange>

const filter = {
  /** Searched in account and nickname. */
  userName: z.string().max(50).optional(),
  phone: z.string().max(20).optional(),
  email: z.string().max(50).optional(),
  status: statusParam.optional(),
  userType: z.enum(['0', '1']).optional(),
  /** With all departments below it. */
  deptId: idParam.brand<'DepartmentId'>().optional(),
  roleId: idParam.brand<'RoleId'>().optional(),
  parentId: idParam.brand<'UserId'>().optional(),
  /** Days, both inclusive. */
  beginTime: z.iso.date('error.invalidTime').optional(),
  endTime: z.iso.date('error.invalidTime').optional(),
}
export const UserQuery = pageQuery(filter, [
  'id',
  'userName',
  'nickName',
  'deptName',
  'phone',
  'email',
  'status',
  'userType',
  'deviceNumber',
  'tenantExpireTime',
  'loginAt',
  'createdAt',
])
export type UserQuery = z.output<typeof UserQuery>

const cardQuery = z.strictObject({
  userName: z.string().max(50).optional(),
  pageNum: pageShape.pageNum,
  pageSize: z.int().min(1).max(pickerListSize).default(10),
})
/** The generated password, returned only here; null when the caller chose it. */
const generatedPassword = z.object({ password: z.string().nullable() })

/** The values that the caller may give to users below. */
const OwnLimits = z.object({
  deptId: DepartmentId.nullable(),
  /** Devices that are left; null means unlimited. */
  devicesLeft: z.number().nullable(),
  endsAt: time.nullable(),
  /** Calls per second; 0 means unlimited. */
  rateLimit: z.number(),
  storageMegabytes: z.number().nullable(),
})
export type OwnLimits = z.output<typeof OwnLimits>

export const users = {
  list: pageCall('/system/auth/userList', { row: User, query: UserQuery }),
  /** Data of the add form. */
  form: {
    method: 'GET',
    path: '/system/auth/userGet',
    permission: 'system/auth/addUser',
    data: z.object({ roleList: z.array(RoleOption), posts: z.array(PostOption), own: OwnLimits }),
  },
  one: {
    method: 'GET',
    path: '/system/auth/getEditUser',
    permission: 'system/auth/editUser',
    query: z.strictObject({ id: idParam.brand<'UserId'>() }),
    data: z.object({
      userInfo: User,
      roleList: z.array(RoleOption),
      checkedRoleIds: z.array(RoleId),
      posts: z.array(PostOption),
      checkedPosts: z.array(PostId),
    }),
  },
  /** The enrolment key of the caller, or of a user whom the caller may change. */
  key: {
    method: 'GET',
    path: '/system/auth/userKey',
    permission: 'system/auth/editUser',
    query: z.strictObject({ id: idParam.brand<'UserId'>() }),
    data: z.object({ conSecret: z.string() }),
    proof: true,
  },
  add: {
    method: 'POST',
    path: '/system/auth/addUser',
    permission: 'system/auth/addUser',
    body: UserDraft,
    data: generatedPassword.extend({ id: UserId }),
    log: OperationType.add,
    proof: true,
  },
  /** Needs a proof if it gives roles. */
  edit: editCall('/system/auth/editUser', withAlias('userId', 'id', UserChange)),
  remove: {
    method: 'DELETE',
    path: '/system/auth/deleteUser',
    permission: 'system/auth/deleteUser',
    query: z.strictObject({ ids: idsOf<UserId>() }),
    data: done,
    log: OperationType.remove,
  },
  resetPassword: {
    method: 'PUT',
    path: '/system/auth/resetUserPwd',
    permission: 'system/auth/resetUserPwd',
    body: z.strictObject({
      userId: UserId,
      password: z.union([z.literal(''), password]).optional(),
      /** Sessions and access tokens end in any case. */
      unbindIdentities: z.boolean().default(false),
    }),
    data: generatedPassword,
    log: OperationType.edit,
    proof: true,
  },
  setStatus: editCall('/system/auth/changeUserStatus', z.strictObject({ userId: UserId, status })),
  /** Replaces all roles of a user. */
  assignRoles: {
    method: 'PUT',
    path: '/system/auth/userRoles',
    permission: 'system/auth/editUser',
    body: z.strictObject({ userId: UserId, roleIds: rolesRequired }),
    data: done,
    log: OperationType.grant,
    proof: true,
  },
  export: exportCall('/system/user/export', { query: UserQuery, permission: 'system/auth/exportUser' }),
  /** Cards of these users, as far as the caller may see them. */
  cards: {
    method: 'GET',
    path: '/system/auth/usersGet',
    permission: 'signed-in',
    query: z.strictObject({ ids: idsOf<UserId>() }),
    data: z.array(UserCard),
  },
  listAll: pageCall('/system/user/listAll', { row: UserCard, query: cardQuery, permission: 'signed-in' }),
  /** The users with whom scripts may be shared. */
  listForScript: pageCall('/system/user/listForScript', {
    row: UserCard,
    query: cardQuery,
    permission: 'signed-in',
  }),
} as const
