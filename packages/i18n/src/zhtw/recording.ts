export const recording = {
  'recording.ending.stopped': '錄影已停止',
  'recording.ending.idle': '已經無人查看這台手機，錄影自動停止',
  'recording.ending.length': '錄影已達到最長時間，自動停止',
  'recording.ending.storage': '磁碟空間不足，錄影中斷，之前的內容已儲存',
  'recording.ending.failed': '錄影檔案無法寫入，錄影中斷，之前的內容已儲存',
  'recording.ending.restart': '伺服器重新啟動，錄影中斷，之前的內容已儲存',
} as const
