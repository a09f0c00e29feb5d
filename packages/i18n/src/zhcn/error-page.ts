/** Of the pages 401 and 404. */
export const errorPage = {
  'layout.notFoundTitle': '页面不存在',
  'layout.notFoundHint': '地址可能有误，或页面已被移走',
  'layout.forbiddenTitle': '您的角色没有此页面的权限',
  'layout.forbiddenHint': '如需访问，请联系管理员',
  'layout.forbiddenHintOf': '如需访问，请联系“{{name}}”',
  'layout.showWhy': '查看原因',
} as const
