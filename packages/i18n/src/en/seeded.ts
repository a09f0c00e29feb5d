import type { SameKeys } from '../catalogue.ts'
import type { seeded as zhcn } from '../zhcn/seeded.ts'

export const seeded: SameKeys<typeof zhcn> = {
  'seeded.超级管理员': 'Super admin',
  'seeded.操作员': 'Operator',
  'seeded.观察员': 'Viewer',
  'seeded.默认角色': 'Default role',
  'seeded.总部': 'Head office',
  'seeded.主管': 'Manager',
  'seeded.员工': 'Staff',
  'seeded.管理员': 'Administrator',
}
