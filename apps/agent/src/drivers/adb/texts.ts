import type { Language } from '@fleetdeck/i18n/languages'

/** Texts of the adb driver in logs and command answers. */
const zhcn = {
  gone: '手机已拔出或断开连接',
  timeout: '手机未在 {0} 秒内完成操作',
  noScreen: '手机没有返回截图',
  zoom: '双指操作需要 scrcpy',
  otherLanguage:
    'input text 只支持英文字母和符号。输入其他文字请使用 scrcpy，或在手机上启用 ADBKeyboard 输入法。',
  noApp: '手机上没有此应用：{0}',
  notAPackage: '不是安装包：{0}',
  installFailed: '安装失败：{0}',
  uninstallFailed: '卸载失败：{0}',
  noFile: '手机上没有此文件：{0}',
  sending: '正在传送 {0}',
  screenBy: '投屏来源：{0}',
  wayLost: { scrcpy: 'scrcpy 不可用：{0}', screenrecord: 'screenrecord 没有返回视频：{0}' },
  scrcpyVersion: '不支持 scrcpy-server {0}，请使用 3.x 版本',
  clipboard: '剪贴板需要 scrcpy',
  missedLines: '已跳过 {0} 行系统日志',
  outputCut: '[共输出 {0} 字节，中间的 {1} 字节已省略]',
  outputTooLong: '手机返回的内容超过 {0} MB，已停止读取',
  fileTooLarge: '手机上的文件超过 {0} MB，无法取回：{1}',
  archiveWrong: '安装包已损坏，未解压：{0}',
  archiveTooLarge: '安装包解压后过大（{1} MB，上限 {2} MB）：{0}',
  archiveTooMany: '安装包中的文件过多（上限 {1} 个）：{0}',
  diskFull: '运行客户端的电脑磁盘空间不足，请再腾出 {0} MB',
}
export type AdbTexts = typeof zhcn

const zhtw: AdbTexts = {
  gone: '手機已拔除或中斷連線',
  timeout: '手機未在 {0} 秒內完成操作',
  noScreen: '手機沒有傳回截圖',
  zoom: '雙指操作需要 scrcpy',
  otherLanguage:
    'input text 只支援英文字母和符號。輸入其他文字請使用 scrcpy，或在手機上啟用 ADBKeyboard 輸入法。',
  noApp: '手機上沒有此應用程式：{0}',
  notAPackage: '不是安裝檔：{0}',
  installFailed: '安裝失敗：{0}',
  uninstallFailed: '解除安裝失敗：{0}',
  noFile: '手機上沒有此檔案：{0}',
  sending: '正在傳送 {0}',
  screenBy: '螢幕鏡像來源：{0}',
  wayLost: { scrcpy: 'scrcpy 無法使用：{0}', screenrecord: 'screenrecord 沒有傳回視訊：{0}' },
  scrcpyVersion: '不支援 scrcpy-server {0}，請使用 3.x 版本',
  clipboard: '剪貼簿需要 scrcpy',
  missedLines: '已略過 {0} 行系統日誌',
  outputCut: '[共輸出 {0} 位元組，中間的 {1} 位元組已省略]',
  outputTooLong: '手機傳回的內容超過 {0} MB，已停止讀取',
  fileTooLarge: '手機上的檔案超過 {0} MB，無法取回：{1}',
  archiveWrong: '安裝檔已損毀，未解壓縮：{0}',
  archiveTooLarge: '安裝檔解壓縮後過大（{1} MB，上限 {2} MB）：{0}',
  archiveTooMany: '安裝檔中的檔案過多（上限 {1} 個）：{0}',
  diskFull: '執行用戶端的電腦磁碟空間不足，請再騰出 {0} MB',
}

const en: AdbTexts = {
  gone: 'The phone was unplugged or disconnected',
  timeout: 'The phone did not finish within {0} s',
  noScreen: 'The phone returned no screenshot',
  zoom: 'Two-finger gestures require scrcpy',
  otherLanguage:
    'input text supports only English letters and symbols. For other languages use scrcpy, or enable the ADBKeyboard input method on the phone.',
  noApp: 'App not found: {0}',
  notAPackage: 'Not an installation package: {0}',
  installFailed: 'Installation failed: {0}',
  uninstallFailed: 'Uninstallation failed: {0}',
  noFile: 'File not found on the phone: {0}',
  sending: 'Sending {0}',
  screenBy: 'Screen source: {0}',
  wayLost: { scrcpy: 'scrcpy is not available: {0}', screenrecord: 'screenrecord returned no video: {0}' },
  scrcpyVersion: 'scrcpy-server {0} is not supported (3.x required)',
  clipboard: 'The clipboard requires scrcpy',
  missedLines: 'Logcat lines skipped: {0}',
  outputCut: '[{0} bytes in total, {1} in the middle omitted]',
  outputTooLong: 'The phone returned more than {0} MB. Reading stopped.',
  fileTooLarge: 'The file on the phone is larger than {0} MB and cannot be transferred: {1}',
  archiveWrong: 'The package is damaged and was not unpacked: {0}',
  archiveTooLarge: 'The package is too large when unpacked ({1} MB, limit {2} MB): {0}',
  archiveTooMany: 'The package contains too many files (limit {1}): {0}',
  diskFull: 'The disk of the agent’s computer is full. Free up another {0} MB.',
}

export const adbTexts: Record<Language, AdbTexts> = { zhcn, zhtw, en }
