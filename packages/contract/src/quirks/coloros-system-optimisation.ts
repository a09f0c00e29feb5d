import type { Quirk } from './quirk.ts'

export const colorosSystemOptimisation: Quirk = {
  id: 'coloros-system-optimisation',
  source: 'https://github.com/RikkaApps/websites/pull/7174',
  match: {
    makes: ['oppo', 'realme', 'oneplus'],
    sdk: {
      from: 36,
    },
  },
  code: 'writeSettings',
  steps: {
    zhcn: ['设置', '系统与更新', '开发者选项', '禁用系统优化'],
    zhtw: ['設定', '系統與更新', '開發人員選項', '停用系統最佳化'],
    en: ['Settings', 'System & updates', 'Developer options', 'Disable system optimization'],
  },
  turn: 'on',
  note: {
    zhcn: '简体中文下此选项可能被隐藏，请先将系统语言切换为英文',
    zhtw: '簡體中文下此選項可能被隱藏，請先將系統語言切換為英文',
    en: 'In simplified Chinese the switch may be hidden. Change the language of the phone first.',
  },
  examples: [
    {
      'ro.product.brand': 'OnePlus',
      'ro.product.manufacturer': 'OnePlus',
      'ro.product.model': 'PLK110',
      'ro.build.version.sdk': '36',
    },
  ],
  others: [
    {
      'ro.product.brand': 'OnePlus',
      'ro.product.manufacturer': 'OnePlus',
      'ro.product.model': 'PJD110',
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
