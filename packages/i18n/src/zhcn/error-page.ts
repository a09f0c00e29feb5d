/** Of the pages 401 and 404. */
export const errorPage = {
  'layout.notFoundTitle': '页面不存在',
  'layout.notFoundHint': '地址可能有误，或者页面已被移走',
  'layout.forbiddenTitle': '您的角色没有此页面的权限',
  'layout.forbiddenHint': '如有需要，请联系管理员',
  'layout.forbiddenHintOf': '如有需要，请联系 {{name}}',
  'layout.showWhy': '查看原因',
} as const
