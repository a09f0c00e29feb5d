import type { Quirk } from './quirk.ts'

export const xiaomiUsbInstall: Quirk = {
  id: 'xiaomi-usb-install',
  source: 'https://github.com/flutter/flutter/issues/49053',
  match: {
    makes: ['xiaomi', 'redmi', 'poco', 'blackshark'],
  },
  code: 'usbInstall',
  steps: {
    zhcn: ['设置', '更多设置', '开发者选项', 'USB 安装'],
    zhtw: ['設定', '更多設定', '開發人員選項', '透過 USB 安裝'],
    en: ['Settings', 'Additional settings', 'Developer options', 'Install via USB'],
  },
  turn: 'on',
  note: {
    zhcn: '手机会要求登录小米账号并插入 SIM 卡',
    zhtw: '手機會要求登入小米帳號並插入 SIM 卡',
    en: 'The phone asks for a Xiaomi account and a SIM card',
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
      'ro.product.brand': 'samsung',
      'ro.product.manufacturer': 'samsung',
      'ro.product.model': 'SM-S9180',
      'ro.build.version.sdk': '34',
      'ro.build.version.oneui': '60100',
    },
  ],
}
