import type { SameKeys } from '../catalogue.ts'
import type { menu as zhcn } from '../zhcn/menu.ts'

export const menu: SameKeys<typeof zhcn> = {
  '/index': 'Home',
  '/device': 'Devices',
  '/device/deviceList': 'Device list',
  '/device/group': 'Device groups',
  '/system': 'System',
  '/system/user': 'Users',
  '/system/role': 'Roles',
  '/system/dept': 'Departments',
  '/system/post': 'Posts',
  '/system/roleUsers': 'Assign users',
  '/system/menu': 'Menus',
  '/system/dict': 'Dictionaries',
  '/system/config': 'Parameters',
  '/system/notice': 'Notices',
  '/system/log': 'Logs',
  '/system/log/operlog': 'Operation log',
  '/system/log/loginlog': 'Sign-in log',
  '/monitor': 'Monitor',
  '/monitor/online': 'Online users',
  '/permission': 'Permissions',
  '/user/profile': 'User centre',
  '/dict/dataList': 'Dictionary data',
  '/job/log': 'Job log',
  '/gen/edit': 'Generator configuration',
}
