export const notice = {
  'notice.titleRequired': '请输入公告标题',
  'notice.titleLength': '公告标题最多 50 个字符',
  'notice.typeRequired': '请选择公告类型',
  'notice.contentLength': '公告内容过长，图片请用上传的方式插入',
} as const
