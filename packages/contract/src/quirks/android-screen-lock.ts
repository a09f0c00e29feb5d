import type { Quirk } from './quirk.ts'

export const androidScreenLock: Quirk = {
  id: 'android-screen-lock',
  source: 'https://source.android.com/security/encryption/file-based',
  match: {
    sdk: {
      from: 24,
    },
  },
  code: 'lock',
  steps: {
    zhcn: ['设置', '安全', '屏幕锁定', '无'],
    zhtw: ['設定', '安全性', '螢幕鎖定', '無'],
    en: ['Settings', 'Security', 'Screen lock', 'None'],
  },
  turn: 'on',
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
  others: [
    {
      'ro.product.brand': 'samsung',
      'ro.product.manufacturer': 'samsung',
      'ro.product.model': 'SM-G900F',
      'ro.build.version.sdk': '23',
    },
  ],
}
