import { z } from 'zod'
import { withAlias, withId } from './crud.ts'
import { done, idParam, status, statusParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DepartmentId } from './ids.ts'
import { phonePattern } from './profile.ts'

export const Department = z.object({
  id: DepartmentId,
  /** Null for a root. */
  parentId: DepartmentId.nullable(),
  deptName: z.string(),
  orderNum: z.number(),
  leader: z.string(),
  phone: z.string(),
  email: z.string(),
  /** 0 enabled, 1 disabled. */
  status: z.number(),
  /** Users in the department itself. */
  userCount: z.number(),
  createdAt: time,
})
export type Department = z.output<typeof Department>

export interface DepartmentNode {
  id: DepartmentId
  label: string
  /** Not offered where a department is selected. */
  disabled: boolean
  children: DepartmentNode[]
}
export const DepartmentNode: z.ZodType<DepartmentNode> = z.object({
  id: DepartmentId,
  label: z.string(),
  disabled: z.boolean(),
  get children() {
    return z.array(DepartmentNode)
  },
})

export const DepartmentDraft = z.strictObject({
  /** 0 or null: a root, which only users who see every department may set. */
  parentId: z
    .int('department.parentRequired')
    .min(0)
    .brand<'DepartmentId'>()
    .nullable()
    .transform((id) => id || null),
  deptName: z.string().trim().min(1, 'department.nameRequired').max(30, 'department.nameLength'),
  orderNum: z.int('department.orderRequired').min(0, 'department.orderRequired').max(1_000_000),
  leader: z.string().trim().max(20).default(''),
  phone: z.union([z.literal(''), z.string().trim().regex(phonePattern, 'profile.phoneWrong')]).default(''),
  email: z.union([z.literal(''), z.email('profile.emailWrong').max(50)]).default(''),
  status: status.default(0),
})

const at = '/system/auth'
export const departments = {
  /** All that the caller may see, without pages: rows name their parents. */
  list: {
    method: 'GET',
    path: `${at}/deptList`,
    permission: 'system/auth/deptList',
    query: z.strictObject({
      deptName: z.string().max(30).optional(),
      status: statusParam.optional(),
      /** Excludes this one and all its descendants. */
      excludeId: idParam.brand<'DepartmentId'>().optional(),
    }),
    data: z.array(Department),
  },
  one: {
    method: 'GET',
    path: `${at}/deptGet`,
    permission: 'system/auth/deptList',
    query: z.strictObject({ id: idParam.brand<'DepartmentId'>() }),
    data: Department,
  },
  add: {
    method: 'POST',
    path: `${at}/deptAdd`,
    permission: 'system/auth/deptAdd',
    body: DepartmentDraft,
    data: done,
    log: OperationType.add,
  },
  edit: {
    method: 'PUT',
    path: `${at}/deptEdit`,
    permission: 'system/auth/deptEdit',
    body: withAlias('deptId', 'id', withId(DepartmentDraft, DepartmentId)),
    data: done,
    log: OperationType.edit,
  },
  /** Only rows whose order changed. */
  sort: {
    method: 'PUT',
    path: `${at}/deptSort`,
    permission: 'system/auth/deptEdit',
    body: z.strictObject({
      orders: z
        .array(z.strictObject({ id: DepartmentId, orderNum: z.int().min(0).max(1_000_000) }))
        .min(1)
        .max(5000),
    }),
    data: done,
    log: OperationType.edit,
  },
  remove: {
    method: 'DELETE',
    path: `${at}/deptDelete`,
    permission: 'system/auth/deptDelete',
    query: z.strictObject({ id: idParam.brand<'DepartmentId'>() }),
    data: done,
    log: OperationType.remove,
  },
  /** For managers of users: the tree next to their list. */
  tree: {
    method: 'GET',
    path: `${at}/deptTreeSelect`,
    permission: 'system/auth/userList',
    data: z.object({ depts: z.array(DepartmentNode) }),
  },
} as const
