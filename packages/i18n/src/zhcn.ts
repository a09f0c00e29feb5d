import { common } from './zhcn/common.ts'
import { device } from './zhcn/device.ts'
import { error } from './zhcn/error.ts'
import { home } from './zhcn/home.ts'
import { layout } from './zhcn/layout.ts'
import { login } from './zhcn/login.ts'
import { menu } from './zhcn/menu.ts'
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
} as const
