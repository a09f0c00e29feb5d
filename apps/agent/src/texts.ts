import type { Language } from '@fleetdeck/i18n/languages'
import { errorMessage } from './notice.ts'
import type { OnAgain } from './try-again.ts'

/** Texts of the agent itself in logs and command answers; an operator reads them in the phone's language. */
const zhcn = {
  connected: '已连接服务器',
  assigned: '设备编号：{0}',
  unassigned: '设备已取消分配',
  restarting: '客户端正在重启',
  rebooting: '手机正在重启',
  unsupported: '这台手机不支持此操作：{0}',
  noScript: '没有正在运行的脚本',
  located: '手机正在闪屏',
  restarted: '客户端已重启',
  rebooted: '手机已重启',
  installed: '已安装：{0}',
  pushed: '已保存到 {0}',
  launched: '已打开：{0}',
  uninstalled: '已卸载：{0}',
  noApps: '没有用户安装的应用',
  addressWrong: '下载地址须为 http 或 https 链接：{0}',
  cutAnswer: '[共 {0} 个字符，仅显示开头]',
  captureFailed: '无法截取屏幕：{0}',
  inputFailed: '操作失败：{0}',
  settingsFailed: '无法应用设置：{0}',
  noVideo: '这台手机仅支持截图',
  videoFailed: '无法启动视频：{0}',
  pathLost: '无法建立视频连接',
  lineTooSlow: '网络速度过慢',
  scriptStarted: '脚本开始运行：{0}',
  scriptEnded: '脚本运行结束：{0}',
  scriptStopped: '脚本已停止：{0}',
  scriptFailed: '脚本出错：{0}',
  scriptTold: '正在停止脚本',
  hotTaken: '脚本已更新：{0}',
  hotDropped: '热更新版本 {0} 已停用',
  hotMissing: '必须使用的热更新版本尚未获取',
  unsigned: '脚本没有受信任服务器的签名，未运行',
  noAuthor: '脚本没有受信任作者的签名，未运行',
  otherSigner:
    '服务器的签名密钥已更改（原为 {0}，现为 {1}），不再运行其脚本。如确认更换，请用 --new-signer 启动客户端。',
  dataWaits: '连接不上服务器 {0}（{1}），脚本最多等待 {2} 秒',
  dataFailed: '连接不上服务器 {0}（{1}），已尝试 {2} 秒',
  transferAgain: '传输中断（{2}），正在重试（{0}/{1}）',
  transferWaits: '服务器暂时无法传输（{0}），稍后自动继续',
}
export type AgentTexts = typeof zhcn

const zhtw: AgentTexts = {
  connected: '已連線到伺服器',
  assigned: '裝置編號：{0}',
  unassigned: '裝置已取消指派',
  restarting: '用戶端正在重新啟動',
  rebooting: '手機正在重新啟動',
  unsupported: '這支手機不支援此操作：{0}',
  noScript: '沒有正在執行的腳本',
  located: '手機正在閃爍螢幕',
  restarted: '用戶端已重新啟動',
  rebooted: '手機已重新啟動',
  installed: '已安裝：{0}',
  pushed: '已儲存到 {0}',
  launched: '已開啟：{0}',
  uninstalled: '已解除安裝：{0}',
  noApps: '沒有使用者安裝的應用程式',
  addressWrong: '下載位址須為 http 或 https 連結：{0}',
  cutAnswer: '[共 {0} 個字元，僅顯示開頭]',
  captureFailed: '無法擷取螢幕：{0}',
  inputFailed: '操作失敗：{0}',
  settingsFailed: '無法套用設定：{0}',
  noVideo: '這支手機僅支援截圖',
  videoFailed: '無法啟動視訊：{0}',
  pathLost: '無法建立視訊連線',
  lineTooSlow: '網路速度過慢',
  scriptStarted: '腳本開始執行：{0}',
  scriptEnded: '腳本執行結束：{0}',
  scriptStopped: '腳本已停止：{0}',
  scriptFailed: '腳本發生錯誤：{0}',
  scriptTold: '正在停止腳本',
  hotTaken: '腳本已更新：{0}',
  hotDropped: '熱更新版本 {0} 已停用',
  hotMissing: '必須使用的熱更新版本尚未取得',
  unsigned: '腳本沒有受信任伺服器的簽章，未執行',
  noAuthor: '腳本沒有受信任作者的簽章，未執行',
  otherSigner:
    '伺服器的簽章金鑰已變更（原為 {0}，現為 {1}），不再執行其腳本。如確認更換，請用 --new-signer 啟動用戶端。',
  dataWaits: '無法連線到伺服器 {0}（{1}），腳本最多等待 {2} 秒',
  dataFailed: '無法連線到伺服器 {0}（{1}），已嘗試 {2} 秒',
  transferAgain: '傳輸中斷（{2}），正在重試（{0}/{1}）',
  transferWaits: '伺服器暫時無法傳輸（{0}），稍後自動繼續',
}

const en: AgentTexts = {
  connected: 'Connected to the server',
  assigned: 'Device number: {0}',
  unassigned: 'Device unassigned',
  restarting: 'Restarting agent',
  rebooting: 'Restarting phone',
  unsupported: 'This phone does not support the action: {0}',
  noScript: 'No script is running',
  located: 'Flashing the screen',
  restarted: 'Agent restarted',
  rebooted: 'Phone restarted',
  installed: 'Installed: {0}',
  pushed: 'Saved to {0}',
  launched: 'Opened: {0}',
  uninstalled: 'Uninstalled: {0}',
  noApps: 'No user-installed apps',
  addressWrong: 'The download address must be an http or https link: {0}',
  cutAnswer: '[{0} characters in total, only the beginning is shown]',
  captureFailed: 'Could not capture the screen: {0}',
  inputFailed: 'Action failed: {0}',
  settingsFailed: 'Could not apply the settings: {0}',
  noVideo: 'This phone supports screenshots only',
  videoFailed: 'Could not start video: {0}',
  pathLost: 'No video connection',
  lineTooSlow: 'Network too slow',
  scriptStarted: 'Script started: {0}',
  scriptEnded: 'Script ended: {0}',
  scriptStopped: 'Script stopped: {0}',
  scriptFailed: 'Script failed: {0}',
  scriptTold: 'Stopping script',
  hotTaken: 'Script updated: {0}',
  hotDropped: 'Hot update {0} is no longer used',
  hotMissing: 'The required hot update has not arrived yet',
  unsigned: 'Script not run. It is not signed by the server that this phone trusts.',
  noAuthor: 'Script not run. It is not signed by an author that this phone trusts.',
  otherSigner:
    'The server’s signing key has changed (was {0}, now {1}). Its scripts are no longer run. If this is intended, start the agent with --new-signer.',
  dataWaits: 'Could not reach the server {0} ({1}). The script waits up to {2} s.',
  dataFailed: 'Could not reach the server {0} ({1}). Tried for {2} s.',
  transferAgain: 'Transfer interrupted: {2}. Retrying ({0} of {1}).',
  transferWaits: 'The server cannot transfer the file now: {0}. The transfer will resume automatically.',
}

export const agentTexts: Record<Language, AgentTexts> = { zhcn, zhtw, en }

export const fill = (text: string, ...values: string[]): string =>
  text.replace(/\{(\d)\}/g, (place, at) => values[Number(at)] ?? place)

/** Tells an operator about another try of a transfer. */
export function describeAgain(texts: AgentTexts, ...[reason, count]: Parameters<OnAgain>): string {
  const why = errorMessage(reason)
  return count
    ? fill(texts.transferAgain, String(count.next), String(count.most), why)
    : fill(texts.transferWaits, why)
}
