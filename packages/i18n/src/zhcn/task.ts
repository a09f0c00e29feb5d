export const task = {
  'platform.title': '平台管理',
  'platform.add': '新增平台',
  'platform.edit': '修改平台',
  'platform.name': '平台名称',
  'platform.owner': '所属用户',
  'platform.ownerHint': '不选则归自己',
  'platform.created': '创建时间',
  'platform.modified': '修改时间',
  'platform.nameRequired': '平台名称不能为空',
  'platform.nameLength': '平台名称最多 50 个字',
  'platform.nameTaken': '该用户已有同名平台',
  'platform.empty': '还没有平台。脚本按平台归类，先建一个。',
} as const
