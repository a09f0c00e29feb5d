/**
 * Names of rows that a new site starts with: roles, department, posts and the built-in account. The key has the stored
 * name: a row is shown in the reader's language until somebody renames it, without a column that says whose name it is.
 */
export const seeded = {
  'seeded.超级管理员': '超级管理员',
  'seeded.操作员': '操作员',
  'seeded.观察员': '观察员',
  'seeded.默认角色': '默认角色',
  'seeded.总部': '总部',
  'seeded.主管': '主管',
  'seeded.员工': '员工',
  'seeded.管理员': '管理员',
} as const
