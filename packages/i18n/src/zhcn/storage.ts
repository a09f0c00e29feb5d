export const storage = {
  'storage.full':
    '存储空间已满（上限 {{limit}} MB，已用 {{used}} MB）。请删除文件或录屏，或联系管理员提高上限。',
  'storage.tenantFull':
    '租户共用的存储空间已满（上限 {{limit}} MB，已用 {{used}} MB）。请删除文件或录屏，或联系管理员提高上限。',
  'storage.accountFull':
    '该用户及其下级用户的存储空间已满（上限 {{limit}} MB，已用 {{used}} MB）。请删除文件或录屏，或联系上级用户提高上限。',
  'storage.poolFull':
    '上级用户及其所有下级用户的存储空间已满（上限 {{limit}} MB，已用 {{used}} MB）。请删除文件或录屏，或联系上级用户提高上限。',
  'storage.temporaryFull':
    '临时文件的空间已满（上限 {{limit}} MB，已用 {{used}} MB）。请下载导出文件和从手机取回的文件，或等待一天后自动删除。',
  'storage.temporaryFiles':
    '临时文件已达 {{count}} 个上限。请下载导出文件和从手机取回的文件，或等待一天后自动删除。',
  'storage.title': '存储空间',
  'storage.own': '本人',
  'storage.tenant': '租户（{{count}} 个用户）',
  'storage.ownAccount': '用户及其下级用户',
  'storage.accountAbove': '上级用户及其下级用户',
  'storage.temporary': '临时文件',
  'storage.temporaryHint': '导出文件和从手机取回的文件，一天后自动删除',
  'storage.of': '{{used}} / {{limit}}',
  'storage.unlimited': '{{used}}，不限',
  'storage.parts': '文件 {{files}}、录屏 {{recordings}}、缓存 {{caches}}',
} as const
