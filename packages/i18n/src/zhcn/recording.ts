export const recording = {
  'recording.ending.stopped': '录屏已停止',
  'recording.ending.idle': '已经无人查看这台手机，录屏自动停止',
  'recording.ending.length': '录屏已达到最长时间，自动停止',
  'recording.ending.storage': '磁盘空间不足，录屏中断，之前的内容已保存',
  'recording.ending.failed': '录屏文件无法写入，录屏中断，之前的内容已保存',
  'recording.ending.restart': '服务器重启，录屏中断，之前的内容已保存',
} as const
