import type { Quirk } from './quirk.ts'

export const samsungAutoBlocker: Quirk = {
  id: 'samsung-auto-blocker',
  source: 'https://pulsepix.co/2024/07/samsung-galaxys-new-auto-blocker.html?m=1',
  match: {
    makes: ['samsung'],
    property: {
      name: 'ro.build.version.oneui',
      begins: '6',
    },
  },
  code: 'permissionDialogs',
  assumed: 'limited',
  steps: {
    zhcn: ['设置', '安全和隐私', '自动拦截器'],
    zhtw: ['設定', '安全性與隱私權', '自動封鎖程式'],
    en: ['Settings', 'Security and privacy', 'Auto Blocker'],
  },
  turn: 'off',
  note: {
    zhcn: 'One UI 8.5 起，关闭 30 分钟后可能自动打开',
    zhtw: 'One UI 8.5 起，關閉 30 分鐘後可能自動開啟',
    en: 'Since One UI 8.5 it may turn itself on again after 30 minutes',
  },
  examples: [
    {
      'ro.product.brand': 'samsung',
      'ro.product.manufacturer': 'samsung',
      'ro.product.model': 'SM-S9180',
      'ro.build.version.sdk': '34',
      'ro.build.version.oneui': '60100',
    },
  ],
  others: [
    {
      'ro.product.brand': 'samsung',
      'ro.product.manufacturer': 'samsung',
      'ro.product.model': 'SM-G9500',
      'ro.build.version.sdk': '28',
    },
    {
      'ro.product.brand': 'google',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': 'Pixel 7',
      'ro.build.version.sdk': '34',
    },
  ],
}
