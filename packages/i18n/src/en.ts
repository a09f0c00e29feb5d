import type { Catalogue } from './catalogue.ts'
import { administration } from './en/administration.ts'
import { button } from './en/button.ts'
import { common } from './en/common.ts'
import { device } from './en/device.ts'
import { dictionary } from './en/dictionary.ts'
import { error } from './en/error.ts'
import { home } from './en/home.ts'
import { identity } from './en/identity.ts'
import { layout } from './en/layout.ts'
import { log } from './en/log.ts'
import { login } from './en/login.ts'
import { menu } from './en/menu.ts'
import { notice } from './en/notice.ts'
import { online } from './en/online.ts'
import { organisation } from './en/organisation.ts'
import { parameter } from './en/parameter.ts'
import { phone } from './en/phone.ts'
import { profile } from './en/profile.ts'
import { screen } from './en/screen.ts'
import { session } from './en/session.ts'
import { table } from './en/table.ts'
import { upload } from './en/upload.ts'

export const en: Catalogue = {
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
