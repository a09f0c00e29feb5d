import type { SameKeys } from '../catalogue.ts'
import type { task as zhcn } from '../zhcn/task.ts'

export const task: SameKeys<typeof zhcn> = {
  'platform.title': '平台管理',
  'platform.add': '新增平台',
  'platform.edit': '修改平台',
  'platform.name': '平台名稱',
  'platform.owner': '所屬使用者',
  'platform.ownerHint': '不選則歸自己',
  'platform.created': '建立時間',
  'platform.modified': '修改時間',
  'platform.nameRequired': '平台名稱不能為空',
  'platform.nameLength': '平台名稱最多 50 個字',
  'platform.nameTaken': '該使用者已有同名平台',
  'platform.empty': '還沒有平台。腳本按平台歸類，先建立一個。',
}
