export const script = {
  'script.nameRequired': '腳本名稱不能為空',
  'script.nameLength': '腳本名稱最多 50 個字',
  'script.platformRequired': '平台不能為空',
  'script.versionRequired': '版本不能為空',
  'script.versionLength': '版本最多 40 個字',
  'script.noteLength': '版本說明最多 500 個字',
  'script.md5Format': 'MD5 應為 32 位十六進位字元',
  'script.tooLong': '腳本內容太長',
  'script.deviceRequired': '請選擇一台手機',
  'script.textRequired': '腳本內容不能為空',
} as const
