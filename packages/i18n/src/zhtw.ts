import type { Catalogue } from './catalogue.ts'
import { administration } from './zhtw/administration.ts'
import { button } from './zhtw/button.ts'
import { common } from './zhtw/common.ts'
import { device } from './zhtw/device.ts'
import { dictionary } from './zhtw/dictionary.ts'
import { error } from './zhtw/error.ts'
import { home } from './zhtw/home.ts'
import { identity } from './zhtw/identity.ts'
import { layout } from './zhtw/layout.ts'
import { log } from './zhtw/log.ts'
import { login } from './zhtw/login.ts'
import { menu } from './zhtw/menu.ts'
import { notice } from './zhtw/notice.ts'
import { online } from './zhtw/online.ts'
import { organisation } from './zhtw/organisation.ts'
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
  ...identity,
  ...home,
  ...table,
  ...session,
  ...menu,
  ...organisation,
  ...parameter,
  ...upload,
  ...phone,
  ...device,
  ...screen,
  ...administration,
  ...dictionary,
  ...log,
  ...notice,
  ...online,
  ...button,
  ...error,
}
