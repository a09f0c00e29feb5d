import type { SameKeys } from '../catalogue.ts'
import type { seeded as zhcn } from '../zhcn/seeded.ts'

export const seeded: SameKeys<typeof zhcn> = {
  'seeded.超级管理员': '超級管理員',
  'seeded.操作员': '操作員',
  'seeded.观察员': '觀察員',
  'seeded.默认角色': '預設角色',
  'seeded.总部': '總部',
  'seeded.主管': '主管',
  'seeded.员工': '員工',
  'seeded.管理员': '管理員',
}
