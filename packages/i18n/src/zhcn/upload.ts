export const upload = {
  'upload.tooLarge': '文件大小不能超过 {{size}} MB',
  'upload.wrongType': '请上传 {{types}} 格式的文件',
  'upload.singleOnly': '只能上传单个文件',
  'upload.drop': '把 {{types}} 文件拖到这里，或点击选择，最大 {{size}} MB',
  'upload.failed': '上传失败，请重试',
  'file.gone': '文件不存在或已下载过',
} as const
