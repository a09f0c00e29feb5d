import { administration } from './zhcn/administration.ts'
import { button } from './zhcn/button.ts'
import { common } from './zhcn/common.ts'
import { device } from './zhcn/device.ts'
import { dictionary } from './zhcn/dictionary.ts'
import { error } from './zhcn/error.ts'
import { home } from './zhcn/home.ts'
import { identity } from './zhcn/identity.ts'
import { layout } from './zhcn/layout.ts'
import { log } from './zhcn/log.ts'
import { login } from './zhcn/login.ts'
import { menu } from './zhcn/menu.ts'
import { notice } from './zhcn/notice.ts'
import { online } from './zhcn/online.ts'
import { organisation } from './zhcn/organisation.ts'
import { parameter } from './zhcn/parameter.ts'
import { phone } from './zhcn/phone.ts'
import { profile } from './zhcn/profile.ts'
import { screen } from './zhcn/screen.ts'
import { session } from './zhcn/session.ts'
import { table } from './zhcn/table.ts'
import { upload } from './zhcn/upload.ts'

export const zhcn = {
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
} as const
