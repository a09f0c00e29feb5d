import type { Quirk } from './quirk.ts'

export const xiaomiSecuritySettings: Quirk = {
  id: 'xiaomi-security-settings',
  source: 'https://github.com/Genymobile/scrcpy/issues/5032',
  match: {
    makes: ['xiaomi', 'redmi', 'poco', 'blackshark'],
  },
  code: 'input',
  steps: {
    zhcn: ['设置', '更多设置', '开发者选项', 'USB 调试（安全设置）'],
    zhtw: ['設定', '更多設定', '開發人員選項', 'USB 偵錯（安全性設定）'],
    en: ['Settings', 'Additional settings', 'Developer options', 'USB debugging (Security settings)'],
  },
  turn: 'on',
  note: {
    zhcn: '手机会要求登录小米账号、插入 SIM 卡并连续确认三次；打开后请重启手机',
    zhtw: '手機會要求登入小米帳號、插入 SIM 卡並連續確認三次；開啟後請重新啟動手機',
    en: 'The phone asks for a Xiaomi account, a SIM card and three confirmations. Restart it afterwards.',
  },
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
      'ro.product.brand': 'OPPO',
      'ro.product.manufacturer': 'OPPO',
      'ro.product.model': 'PGX110',
      'ro.build.version.sdk': '33',
    },
  ],
}
