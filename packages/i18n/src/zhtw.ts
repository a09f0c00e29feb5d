import type { Catalogue } from './catalogue.ts'
import { common } from './zhtw/common.ts'
import { device } from './zhtw/device.ts'
import { error } from './zhtw/error.ts'
import { home } from './zhtw/home.ts'
import { layout } from './zhtw/layout.ts'
import { login } from './zhtw/login.ts'
import { menu } from './zhtw/menu.ts'
import { parameter } from './zhtw/parameter.ts'
import { phone } from './zhtw/phone.ts'
import { profile } from './zhtw/profile.ts'
import { screen } from './zhtw/screen.ts'
import { session } from './zhtw/session.ts'
import { table } from './zhtw/table.ts'
import { upload } from './zhtw/upload.ts'

export const zhtw: Catalogue = {
  ...common,
  ...layout,
  ...login,
  ...profile,
  ...home,
  ...table,
  ...session,
  ...menu,
  ...parameter,
  ...upload,
  ...phone,
  ...device,
  ...screen,
  ...error,
}
