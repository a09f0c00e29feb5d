import type { Quirk } from './quirk.ts'

export const googleVerifyApps: Quirk = {
  id: 'google-verify-apps',
  source: 'https://github.com/dotnet/xharness/pull/1291',
  match: { sdk: { from: 17 } },
  code: 'playProtect',
  steps: {
    zhcn: ['设置', '系统', '开发者选项', '通过 USB 验证应用'],
    zhtw: ['設定', '系統', '開發人員選項', '驗證透過 USB 安裝的應用程式'],
    en: ['Settings', 'System', 'Developer options', 'Verify apps over USB'],
  },
  turn: 'off',
  examples: [
    {
      'ro.product.brand': 'google',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': 'Pixel 7',
      'ro.build.version.sdk': '34',
    },
    {
      'ro.product.brand': 'samsung',
      'ro.product.manufacturer': 'samsung',
      'ro.product.model': 'SM-S9180',
      'ro.build.version.sdk': '34',
      'ro.build.version.oneui': '60100',
    },
  ],
  others: [{ 'ro.build.version.sdk': '15' }],
}
