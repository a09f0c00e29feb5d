import type { Quirk } from './quirk.ts'

export const huaweiChargeOnlyDebugging: Quirk = {
  id: 'huawei-charge-only-debugging',
  source: 'https://github.com/openatx/atx-agent/issues/37',
  match: {
    makes: ['huawei', 'honor'],
  },
  code: 'developerOptions',
  assumed: 'limited',
  steps: {
    zhcn: ['设置', '系统和更新', '开发人员选项', '“仅充电”模式下允许 ADB 调试'],
    zhtw: ['設定', '系統和更新', '開發人員選項', '「僅充電」模式下允許 ADB 偵錯'],
    en: ['Settings', 'System & updates', 'Developer options', 'Allow ADB debugging in charge only mode'],
  },
  turn: 'on',
  examples: [
    {
      'ro.product.brand': 'HUAWEI',
      'ro.product.manufacturer': 'HUAWEI',
      'ro.product.model': 'NAM-AL00',
      'ro.build.version.sdk': '31',
    },
    {
      'ro.product.brand': 'HONOR',
      'ro.product.manufacturer': 'HONOR',
      'ro.product.model': 'BVL-AN00',
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
