import type { Quirk } from './quirk.ts'

export const oppoInputMonitoring: Quirk = {
  id: 'oppo-input-monitoring',
  source: 'https://github.com/bytedance/Fastbot_Android',
  match: {
    makes: ['oppo', 'realme', 'oneplus'],
    sdk: {
      to: 35,
    },
  },
  code: 'input',
  steps: {
    zhcn: ['设置', '系统设置', '开发者选项', '禁止权限监控'],
    zhtw: ['設定', '系統設定', '開發人員選項', '停用權限監控'],
    en: ['Settings', 'System settings', 'Developer options', 'Disable permission monitoring'],
  },
  turn: 'on',
  examples: [
    {
      'ro.product.brand': 'OPPO',
      'ro.product.manufacturer': 'OPPO',
      'ro.product.model': 'PGX110',
      'ro.build.version.sdk': '33',
    },
    {
      'ro.product.brand': 'realme',
      'ro.product.manufacturer': 'realme',
      'ro.product.model': 'RMX3888',
      'ro.build.version.sdk': '34',
    },
    {
      'ro.product.brand': 'OnePlus',
      'ro.product.manufacturer': 'OnePlus',
      'ro.product.model': 'PJD110',
      'ro.build.version.sdk': '34',
    },
  ],
  others: [
    {
      'ro.product.brand': 'vivo',
      'ro.product.manufacturer': 'vivo',
      'ro.product.model': 'V2309A',
      'ro.build.version.sdk': '34',
    },
    {
      'ro.product.brand': 'google',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': 'Pixel 7',
      'ro.build.version.sdk': '34',
    },
  ],
}
