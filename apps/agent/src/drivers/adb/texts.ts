import type { Language } from '@fleetdeck/i18n/languages'

/** Texts of the adb driver in logs and command answers. */
const zhcn = {
  gone: '手机已拔出或断开',
  timeout: '手机在 {0} 秒内没有完成',
  noScreen: '手机没有返回屏幕图像',
  zoom: '不使用 scrcpy 时无法用两个手指操作',
  otherLanguage: 'input text 只能输入英文字母和符号；其他文字需要 scrcpy，或在手机上启用 ADBKeyboard 输入法',
  noApp: '没有这个应用：{0}',
  notAPackage: '这不是安装包：{0}',
  installFailed: '安装失败：{0}',
  uninstallFailed: '卸载失败：{0}',
  noFile: '手机上没有这个文件：{0}',
  sending: '正在传送 {0}',
  screenBy: '屏幕来自 {0}',
  wayLost: { scrcpy: 'scrcpy 不可用：{0}', screenrecord: 'screenrecord 没有给出视频：{0}' },
  scrcpyVersion: 'scrcpy-server 的版本 {0} 不受支持，需要 3.x',
  clipboard: '剪贴板需要 scrcpy',
  missedLines: '省略了 {0} 行系统日志',
}
export type AdbTexts = typeof zhcn

const zhtw: AdbTexts = {
  gone: '手機已拔除或中斷連線',
  timeout: '手機在 {0} 秒內沒有完成',
  noScreen: '手機沒有傳回螢幕影像',
  zoom: '不使用 scrcpy 時無法用兩根手指操作',
  otherLanguage: 'input text 只能輸入英文字母和符號；其他文字需要 scrcpy，或在手機上啟用 ADBKeyboard 輸入法',
  noApp: '沒有這個應用程式：{0}',
  notAPackage: '這不是安裝檔：{0}',
  installFailed: '安裝失敗：{0}',
  uninstallFailed: '解除安裝失敗：{0}',
  noFile: '手機上沒有這個檔案：{0}',
  sending: '正在傳送 {0}',
  screenBy: '螢幕來自 {0}',
  wayLost: { scrcpy: 'scrcpy 無法使用：{0}', screenrecord: 'screenrecord 沒有給出影片：{0}' },
  scrcpyVersion: '不支援 scrcpy-server 的版本 {0}，需要 3.x',
  clipboard: '剪貼簿需要 scrcpy',
  missedLines: '省略了 {0} 行系統日誌',
}

const en: AdbTexts = {
  gone: 'The phone was unplugged or disconnected',
  timeout: 'The phone did not finish in {0} s',
  noScreen: 'The phone gave no picture of its screen',
  zoom: 'Two fingers at once need scrcpy',
  otherLanguage:
    'input text types English letters and signs only; other languages need scrcpy, or the ADBKeyboard input method switched on in the phone',
  noApp: 'There is no such app: {0}',
  notAPackage: 'This is no package: {0}',
  installFailed: 'Not installed: {0}',
  uninstallFailed: 'Not uninstalled: {0}',
  noFile: 'There is no such file on the phone: {0}',
  sending: 'Sending {0}',
  screenBy: 'The screen comes by {0}',
  wayLost: { scrcpy: 'scrcpy cannot be used: {0}', screenrecord: 'screenrecord gave no video: {0}' },
  scrcpyVersion: 'version {0} of scrcpy-server is not supported, 3.x is needed',
  clipboard: 'The clipboard needs scrcpy',
  missedLines: '{0} lines of logcat were left out',
}

export const adbTexts: Record<Language, AdbTexts> = { zhcn, zhtw, en }
