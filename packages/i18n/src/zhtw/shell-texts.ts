import { attention } from './attention.ts'
import { common } from './common.ts'
import { error } from './error.ts'
import { home } from './home.ts'
import { identity } from './identity.ts'
import { layout } from './layout.ts'
import { login } from './login.ts'
import { menu } from './menu.ts'
import { notice } from './notice.ts'
import { profile } from './profile.ts'
import { seeded } from './seeded.ts'
import { session } from './session.ts'
import { table } from './table.ts'

/** Texts shown before any page is opened: sign-in, frame, home. */
export const shellTexts = {
  ...attention,
  ...common,
  ...layout,
  ...login,
  ...profile,
  ...identity,
  ...home,
  ...table,
  ...seeded,
  ...session,
  ...menu,
  ...notice,
  ...error,
} as const
