import type { Quirk } from './quirk.ts'

export const xiaomiWriteSettings: Quirk = {
  id: 'xiaomi-write-settings',
  source: 'https://github.com/Szaki/XiaomiADBFastbootTools/issues/33',
  match: {
    makes: ['xiaomi', 'redmi', 'poco', 'blackshark'],
  },
  code: 'writeSettings',
  steps: {
    zhcn: ['设置', '更多设置', '开发者选项', 'USB 调试（安全设置）'],
    zhtw: ['設定', '更多設定', '開發人員選項', 'USB 偵錯（安全性設定）'],
    en: ['Settings', 'Additional settings', 'Developer options', 'USB debugging (Security settings)'],
  },
  turn: 'on',
  examples: [
    {
      'ro.product.brand': 'Redmi',
      'ro.product.manufacturer': 'Xiaomi',
      'ro.product.model': '22041216UC',
      'ro.build.version.sdk': '33',
      'ro.miui.ui.version.name': 'V140',
    },
    {
      'ro.product.brand': 'Xiaomi',
      'ro.product.manufacturer': 'Xiaomi',
      'ro.product.model': '23127PN0CC',
      'ro.build.version.sdk': '34',
      'ro.miui.ui.version.name': 'V816',
      'ro.mi.os.version.name': 'OS1.0',
    },
  ],
  others: [
    {
      'ro.product.brand': 'google',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': 'Pixel 7',
      'ro.build.version.sdk': '34',
    },
    {
      'ro.product.brand': 'vivo',
      'ro.product.manufacturer': 'vivo',
      'ro.product.model': 'V2309A',
      'ro.build.version.sdk': '34',
    },
  ],
}
