export const menu = {
  '/index': '首页',
  '/device': '设备管理',
  '/device/deviceList': '设备列表',
  '/device/group': '设备分组',
  '/user/profile': '个人中心',
  '/dict/dataList': '字典数据',
  '/job/log': '调度日志',
  '/gen/edit': '修改生成配置',
} as const
