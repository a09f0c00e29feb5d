import type { SameKeys } from '../catalogue.ts'
import type { capability as zhcn } from '../zhcn/capability.ts'

/** What scripts can do on a phone, and how to add what a phone lacks. */
export const capability: SameKeys<typeof zhcn> = {
  'capability.pixels': '讀取螢幕像素',
  'capability.elements': '讀取螢幕元素',
  'capability.ocr': '在用戶端電腦上辨識文字',
  'capability.typing': '輸入英文字母和符號',
  'capability.unicodeTyping': '輸入任何語言',
  'capability.keys': '按鍵',
  'capability.pinch': '雙指手勢',
  'capability.clipboard': '剪貼簿',
  'capability.apps': '開啟和停止應用程式',
  'capability.links': '開啟連結',
  'capability.intents': 'Android Intent',
  'capability.notifications': '其他應用程式的通知',
  'capability.rotation': '螢幕方向',
  'capability.brightness': '亮度',
  'capability.volume': '音量',
  'capability.wifi': '開關 Wi-Fi',
  'capability.screenPower': '開關螢幕',
  'capability.files': '手機上的檔案',
  'capability.shell': '命令列',
  'capability.modules': '匯入其他腳本（模組）',
  'capability.typescript': '執行帶型別的 TypeScript',
  'capability.advice.ocr': '在用戶端的資料夾中執行「{{command}}」',
  'capability.advice.scrcpy': '請管理員在「站台管理 → scrcpy 伺服端」上傳檔案',
  'capability.advice.unicodeTyping':
    '請管理員在「站台管理 → scrcpy 伺服端」上傳檔案，或在手機上安裝 ADBKeyboard',
  'capability.advice.volume': '使用 Android 7 或更新版本的手機',
  'capability.advice.other': '更新用戶端，或使用其他手機',
}
