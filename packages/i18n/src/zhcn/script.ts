export const script = {
  'script.nameRequired': '脚本名称不能为空',
  'script.nameLength': '脚本名称最多 50 个字',
  'script.platformRequired': '平台不能为空',
  'script.versionRequired': '版本不能为空',
  'script.versionLength': '版本最多 40 个字',
  'script.noteLength': '版本说明最多 500 个字',
  'script.md5Format': 'MD5 应为 32 位十六进制字符',
  'script.tooLong': '脚本内容太长',
  'script.deviceRequired': '请选择一台手机',
  'script.textRequired': '脚本内容不能为空',
} as const
