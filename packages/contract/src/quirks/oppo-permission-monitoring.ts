import type { Quirk } from './quirk.ts'

export const oppoPermissionMonitoring: Quirk = {
  id: 'oppo-permission-monitoring',
  source: 'https://github.com/appium/appium/issues/13802',
  match: {
    makes: ['oppo', 'realme', 'oneplus'],
    sdk: {
      to: 35,
    },
  },
  code: 'writeSettings',
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
      'ro.product.brand': 'Redmi',
      'ro.product.manufacturer': 'Xiaomi',
      'ro.product.model': '22041216UC',
      'ro.build.version.sdk': '33',
      'ro.miui.ui.version.name': 'V140',
    },
    {
      'ro.product.brand': 'google',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': 'Pixel 7',
      'ro.build.version.sdk': '34',
    },
  ],
}
