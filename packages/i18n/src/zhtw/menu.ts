import type { SameKeys } from '../catalogue.ts'
import type { menu as zhcn } from '../zhcn/menu.ts'

export const menu: SameKeys<typeof zhcn> = {
  '/index': '首頁',
  '/device': '裝置管理',
  '/device/deviceList': '裝置列表',
  '/device/group': '裝置分組',
  '/system': '系統管理',
  '/system/user': '使用者管理',
  '/system/role': '角色管理',
  '/system/dept': '部門管理',
  '/system/post': '職位管理',
  '/system/roleUsers': '指派使用者',
  '/system/menu': '選單管理',
  '/system/dict': '字典管理',
  '/system/config': '參數設定',
  '/system/notice': '通知公告',
  '/system/log': '日誌管理',
  '/system/log/operlog': '操作日誌',
  '/system/log/loginlog': '登入日誌',
  '/monitor': '系統監控',
  '/monitor/online': '線上使用者',
  '/permission': '權限一覽',
  '/user/profile': '個人中心',
  '/dict/dataList': '字典資料',
  '/job/log': '排程日誌',
  '/gen/edit': '修改產生設定',
}
