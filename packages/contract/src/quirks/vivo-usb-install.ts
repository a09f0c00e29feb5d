import type { Quirk } from './quirk.ts'

export const vivoUsbInstall: Quirk = {
  id: 'vivo-usb-install',
  source: 'https://github.com/AirtestProject/Airtest/issues/230',
  match: {
    makes: ['vivo', 'iqoo'],
  },
  code: 'usbInstall',
  assumed: 'limited',
  steps: {
    zhcn: ['设置', '系统管理', '开发者选项', 'USB 安装'],
    zhtw: ['設定', '系統管理', '開發人員選項', 'USB 安裝'],
    en: ['Settings', 'System', 'Developer options', 'Install via USB'],
  },
  turn: 'on',
  note: {
    zhcn: '部分机型安装时仍会在手机上要求输入 vivo 账号密码',
    zhtw: '部分機型安裝時仍會在手機上要求輸入 vivo 帳號密碼',
    en: 'Some models still ask for the password of the vivo account on their screen',
  },
  examples: [
    {
      'ro.product.brand': 'vivo',
      'ro.product.manufacturer': 'vivo',
      'ro.product.model': 'V2309A',
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
      'ro.product.brand': 'HUAWEI',
      'ro.product.manufacturer': 'HUAWEI',
      'ro.product.model': 'NAM-AL00',
      'ro.build.version.sdk': '31',
    },
  ],
}
