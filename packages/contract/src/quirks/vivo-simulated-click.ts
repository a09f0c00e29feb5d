import type { Quirk } from './quirk.ts'

export const vivoSimulatedClick: Quirk = {
  id: 'vivo-simulated-click',
  source: 'https://github.com/openatx/uiautomator2/issues/330',
  match: {
    makes: ['vivo', 'iqoo'],
  },
  code: 'input',
  steps: {
    zhcn: ['设置', '系统管理', '开发者选项', 'USB 模拟点击'],
    zhtw: ['設定', '系統管理', '開發人員選項', 'USB 模擬點擊'],
    en: ['Settings', 'System', 'Developer options', 'USB simulated click'],
  },
  turn: 'on',
  examples: [
    {
      'ro.product.brand': 'vivo',
      'ro.product.manufacturer': 'vivo',
      'ro.product.model': 'V2309A',
      'ro.build.version.sdk': '34',
    },
    {
      'ro.product.brand': 'iQOO',
      'ro.product.manufacturer': 'vivo',
      'ro.product.model': 'V2307A',
      'ro.build.version.sdk': '34',
    },
  ],
  others: [
    {
      'ro.product.brand': 'OPPO',
      'ro.product.manufacturer': 'OPPO',
      'ro.product.model': 'PGX110',
      'ro.build.version.sdk': '33',
    },
    {
      'ro.product.brand': 'google',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': 'Pixel 7',
      'ro.build.version.sdk': '34',
    },
  ],
}
