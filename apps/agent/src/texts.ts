import type { Language } from '@fleetdeck/i18n/languages'
import { errorMessage } from './notice.ts'
import type { OnAgain } from './try-again.ts'

/** Texts of the agent itself in logs and command answers; an operator reads them in the phone's language. */
const zhcn = {
  connected: '已连接服务器',
  assigned: '设备编号：{0}',
  unassigned: '设备编号已取消',
  restarting: '代理正在重启',
  rebooting: '手机正在重启',
  unsupported: '这台手机不支持该操作：{0}',
  noScript: '没有正在运行的脚本',
  located: '手机正在闪烁屏幕',
  restarted: '代理已重启',
  rebooted: '手机已重启',
  installed: '已安装：{0}',
  pushed: '已保存到 {0}',
  launched: '已打开：{0}',
  uninstalled: '已卸载：{0}',
  noApps: '没有自行安装的应用',
  addressWrong: '安装地址不是 http 或 https 链接：{0}',
  cutAnswer: '[共 {0} 个字符，只保留开头]',
  captureFailed: '无法读取屏幕：{0}',
  inputFailed: '操作未执行：{0}',
  settingsFailed: '设置未生效：{0}',
  noVideo: '这台手机只能发送截图',
  videoFailed: '视频无法开始：{0}',
  pathLost: '没有可用的视频通路',
  lineTooSlow: '这条网络线路太慢',
  scriptStarted: '脚本开始：{0}',
  scriptEnded: '脚本结束：{0}',
  scriptStopped: '脚本已停止：{0}',
  scriptFailed: '脚本出错：{0}',
  scriptTold: '已通知脚本停止',
  hotTaken: '已更新脚本：{0}',
  unsigned: '脚本没有本机记录的服务器签名，未运行',
  noAuthor: '脚本没有本机记录的作者签名，未运行',
  otherSigner:
    '服务器的签名密钥已变（记录的是 {0}，现在是 {1}），不再运行它的脚本。如确认更换，请用 --new-signer 启动代理',
  transferAgain: '传输中断（{2}），正在重试：第 {0} 次，最多 {1} 次',
  transferWaits: '服务器暂时无法传输（{0}），稍后继续',
}
export type AgentTexts = typeof zhcn

const zhtw: AgentTexts = {
  connected: '已連線到伺服器',
  assigned: '裝置編號：{0}',
  unassigned: '裝置編號已取消',
  restarting: '代理正在重新啟動',
  rebooting: '手機正在重新啟動',
  unsupported: '這台手機不支援該操作：{0}',
  noScript: '沒有正在執行的腳本',
  located: '手機正在閃爍螢幕',
  restarted: '代理已重新啟動',
  rebooted: '手機已重新啟動',
  installed: '已安裝：{0}',
  pushed: '已儲存到 {0}',
  launched: '已開啟：{0}',
  uninstalled: '已解除安裝：{0}',
  noApps: '沒有自行安裝的應用程式',
  addressWrong: '安裝位址不是 http 或 https 連結：{0}',
  cutAnswer: '[共 {0} 個字元，只保留開頭]',
  captureFailed: '無法讀取螢幕：{0}',
  inputFailed: '操作未執行：{0}',
  settingsFailed: '設定未生效：{0}',
  noVideo: '這台手機只能傳送截圖',
  videoFailed: '影片無法開始：{0}',
  pathLost: '沒有可用的影片通路',
  lineTooSlow: '這條網路線路太慢',
  scriptStarted: '腳本開始：{0}',
  scriptEnded: '腳本結束：{0}',
  scriptStopped: '腳本已停止：{0}',
  scriptFailed: '腳本出錯：{0}',
  scriptTold: '已通知腳本停止',
  hotTaken: '已更新腳本：{0}',
  unsigned: '腳本沒有本機記錄的伺服器簽章，未執行',
  noAuthor: '腳本沒有本機記錄的作者簽章，未執行',
  otherSigner:
    '伺服器的簽章金鑰已變更（記錄的是 {0}，現在是 {1}），不再執行它的腳本。如確認更換，請用 --new-signer 啟動代理',
  transferAgain: '傳輸中斷（{2}），正在重試：第 {0} 次，最多 {1} 次',
  transferWaits: '伺服器暫時無法傳輸（{0}），稍後繼續',
}

const en: AgentTexts = {
  connected: 'Connected to the server',
  assigned: 'Device number: {0}',
  unassigned: 'The device number was taken away',
  restarting: 'The agent restarts',
  rebooting: 'The phone restarts',
  unsupported: 'This phone cannot do that: {0}',
  noScript: 'No script is running',
  located: 'The phone flashes its screen',
  restarted: 'The agent has restarted',
  rebooted: 'The phone has restarted',
  installed: 'Installed: {0}',
  pushed: 'Saved as {0}',
  launched: 'Opened: {0}',
  uninstalled: 'Uninstalled: {0}',
  noApps: 'No app was installed by hand',
  addressWrong: 'The address to install from is not an http or https link: {0}',
  cutAnswer: '[{0} characters, only the beginning is kept]',
  captureFailed: 'The screen could not be read: {0}',
  inputFailed: 'The action was not carried out: {0}',
  settingsFailed: 'The settings could not be taken over: {0}',
  noVideo: 'This phone sends pictures only',
  videoFailed: 'Video could not begin: {0}',
  pathLost: 'No path for video was found',
  lineTooSlow: 'this line is too slow',
  scriptStarted: 'Script started: {0}',
  scriptEnded: 'Script ended: {0}',
  scriptStopped: 'Script stopped: {0}',
  scriptFailed: 'Script failed: {0}',
  scriptTold: 'The script was told to stop',
  hotTaken: 'Script updated: {0}',
  unsigned: 'The script is not signed by the key of the server that this phone has pinned, and was not run',
  noAuthor: 'The script is not signed by an author whom this phone has pinned, and was not run',
  otherSigner:
    'The server signs with another key (pinned {0}, now {1}), and its scripts are no longer run. If this is intended, start the agent with --new-signer',
  transferAgain: 'Transfer interrupted ({2}), trying again: {0} of {1}',
  transferWaits: 'The server cannot transfer the file now ({0}); waiting for it',
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
