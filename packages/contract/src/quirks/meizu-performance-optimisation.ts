import type { Quirk } from './quirk.ts'

export const meizuPerformanceOptimisation: Quirk = {
  id: 'meizu-performance-optimisation',
  source: 'https://github.com/flutter/flutter/issues/29905',
  match: {
    makes: ['meizu'],
  },
  code: 'usbInstall',
  assumed: 'limited',
  steps: {
    zhcn: ['设置', '辅助功能', '开发者选项', '性能优化'],
    zhtw: ['設定', '協助工具', '開發人員選項', '效能最佳化'],
    en: ['Settings', 'Accessibility', 'Developer options', 'Performance optimization'],
  },
  turn: 'off',
  examples: [
    {
      'ro.product.brand': 'Meizu',
      'ro.product.manufacturer': 'Meizu',
      'ro.product.model': 'MEIZU 18',
      'ro.build.version.sdk': '30',
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
