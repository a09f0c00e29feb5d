export const userAccess = {
  'userAccess.nothingChosen': '请选择要结束的会话、令牌或外部账号',
  'userAccess.title': '登录与访问',
  'userAccess.titleOf': '“{{name}}”的登录与访问',
  'userAccess.sessions': '会话',
  'userAccess.sessionsMore': '仅显示最近使用的 {{shown}} 个，共 {{count}} 个',
  'userAccess.endSession': '结束会话',
  'userAccess.endSessionQuestion': '结束这个会话？',
  'userAccess.endSessionHint': '{{client}}（{{ip}}）会立即断开，需要重新登录',
  'userAccess.unknownClient': '未知程序',
  'userAccess.noSessions': '没有活动会话',
  'userAccess.noTokens': '没有有效的令牌',
  'userAccess.noIdentities': '未绑定外部账号',
  'userAccess.endAll': '撤销全部访问',
  'userAccess.endAllQuestion': '撤销全部访问？',
  'userAccess.endAllOfQuestion': '撤销“{{name}}”的全部访问？',
  'userAccess.endAllOwnHint':
    '其他所有会话会结束，访问令牌会全部吊销，外部账号会全部解除绑定（没有密码时保留）。此操作无法撤销。',
  'userAccess.endAllHint':
    '所有会话会结束，访问令牌会全部吊销，外部账号会全部解除绑定。密码不变。此操作无法撤销。',
  'userAccess.ended':
    '已结束 {{sessions}} 个会话，吊销 {{tokens}} 个令牌，解除绑定 {{identities}} 个外部账号',
  'userAccess.revokeHint': '使用此令牌的程序会立即被拒绝',
  'userAccess.unbindQuestion': '解除与“{{name}}”的绑定？',
  'userAccess.unbindHint': '之后不能再用它登录这个账号',
} as const
