import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DepartmentId, UserId } from './ids.ts'
import { FactorAnswer, FactorRequest, PasskeyOptions, SignIn } from './second-factor.ts'

/** Response of GET /captcha/get: a key and a PNG as a data URI. With CAPTCHA=off both are empty. */
export const Captcha = z.object({ idKeyC: z.string(), base64stringC: z.string() })

/** Both readings of the spec are accepted: verifyCode/verifyKey and code/uuid. */
export const LoginDraft = z.strictObject({
  username: z.string().trim().min(1, 'session.userNameRequired').max(50),
  password: z.string().min(1, 'session.passwordRequired').max(100),
  verifyCode: z.string().max(10).optional(),
  verifyKey: z.string().max(100).optional(),
  code: z.string().max(10).optional(),
  uuid: z.string().max(100).optional(),
})

export const SessionUser = z.object({
  id: UserId,
  userName: z.string(),
  nickName: z.string(),
  avatar: z.string(),
  deptId: DepartmentId.nullable(),
  userType: z.number(),
  isAdmin: z.boolean(),
  /** Nickname of the user above them, if that one can sign in: whom they ask for rights. */
  parentName: z.string().nullable(),
  /** Only getInfo, updatePwd and logout answer until the password is changed. */
  mustChangePassword: z.boolean(),
  /** The same until they have set up a second factor, which a role requires; calls to do so answer, too. */
  mustSetUpFactor: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** As whom the console is seen. */
export const View = z.object({
  /** Null in the view of a role. */
  user: z.object({ userName: z.string(), nickName: z.string() }).nullable(),
  /** The enabled roles of the user, or the role. */
  roleNames: z.array(z.string()),
  endsAt: time,
})
export type View = z.output<typeof View>

export const SessionInfo = z.object({
  user: SessionUser,
  /** Role keys; `admin` is the super role, `default` means none. */
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Set while an administrator sees the console as somebody else. */
  view: View.nullable(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const RouteMeta = z.object({
  title: z.string(),
  icon: z.string(),
  /** Key of the label in the language catalogue: the full route path. */
  langKey: z.string(),
  noCache: z.boolean(),
  affix: z.boolean(),
  breadcrumb: z.boolean(),
  activeMenu: z.string().optional(),
  /** An external address, http or https only. */
  link: z.string().optional(),
})

export interface RouteNode {
  id: number
  pid: number
  /** Unique over the whole tree. */
  name: string
  /** The last part of the address; a top-level entry starts with a slash. */
  path: string
  /** `Layout` for directories, `InnerLink` for framed pages, else the name of a view such as `device/deviceList`. */
  component: string
  redirect?: string | undefined
  hidden: boolean
  alwaysShow: boolean
  query?: string | undefined
  meta: z.infer<typeof RouteMeta>
  children: RouteNode[]
}
export const RouteNode: z.ZodType<RouteNode> = z.object({
  id: z.number(),
  pid: z.number(),
  name: z.string(),
  path: z.string(),
  component: z.string(),
  redirect: z.string().optional(),
  hidden: z.boolean(),
  alwaysShow: z.boolean(),
  query: z.string().optional(),
  meta: RouteMeta,
  get children() {
    return z.array(RouteNode)
  },
})

/** A new password; how long it has to be is a parameter of the site. */
export const password = z.string().min(1, 'session.passwordRequired').max(100)

export const session = {
  captcha: { method: 'GET', path: '/captcha/get', permission: 'public', perMinute: 120, data: Captcha },
  login: {
    method: 'POST',
    path: '/system/login',
    permission: 'public',
    perMinute: 60,
    body: LoginDraft,
    data: SignIn,
  },
  /** Begins a sign-in by a passkey alone. */
  startPasskeyLogin: {
    method: 'GET',
    path: '/system/login/passkey',
    permission: 'public',
    perMinute: 60,
    data: z.object({ key: z.string(), options: PasskeyOptions }),
  },
  /** The second step of a sign-in, and the only one of a sign-in by a passkey. */
  finishLogin: {
    method: 'POST',
    path: '/system/login/factor',
    permission: 'public',
    perMinute: 60,
    body: FactorAnswer,
    example: { code: '123456' },
    data: z.object({ token: z.string() }),
  },
  logout: { method: 'POST', path: '/system/logout', permission: 'signed-in', data: done },
  info: {
    method: 'GET',
    path: '/system/user/getInfo',
    permission: 'signed-in',
    byToken: true,
    data: SessionInfo,
  },
  routers: {
    method: 'GET',
    path: '/system/user/getRouters',
    permission: 'signed-in',
    data: z.array(RouteNode),
  },
  /** The proofs of identity that the caller has other than a password; empty kinds: none. */
  startProof: {
    method: 'GET',
    path: '/system/user/proof/start',
    permission: 'signed-in',
    perMinute: 60,
    isWrite: true,
    data: FactorRequest,
  },
  /** Proves who the caller is, see Endpoint.proof: by their password or a factor. */
  prove: {
    method: 'POST',
    path: '/system/user/proof',
    permission: 'signed-in',
    perMinute: 60,
    body: z.union([
      z.strictObject({ password: z.string().min(1, 'session.passwordRequired').max(100) }),
      FactorAnswer,
    ]),
    data: done,
    log: OperationType.other,
    logged: () => ({}),
  },
  changePassword: {
    method: 'PUT',
    path: '/system/user/updatePwd',
    permission: 'signed-in',
    body: z.strictObject({
      oldPassword: z.string().min(1, 'session.oldPasswordRequired').max(100),
      newPassword: password,
      /** Sessions and access tokens end in any case. */
      unbindIdentities: z.boolean().default(false),
    }),
    data: done,
    log: OperationType.edit,
  },
} as const
