import type { UserQuery } from '@fleetdeck/contract/users'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Scope } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'
import { eachUser } from './users.queries.ts'

const sexTexts = ['profile.sexMale', 'profile.sexFemale', 'profile.sexUnknown'] as const

/** Everybody whom the filter finds, a few thousand in memory at a time. */
export function exportUsers(
  { db, files }: Deps,
  scope: Scope,
  { query, caller, language }: { query: UserQuery; caller: Caller; language: Language },
) {
  const t = (key: Parameters<typeof text>[1]) => text(language, key)
  return exportRows(files, {
    name: 'users',
    ownerId: caller.userId,
    rows: eachUser(db, scope, query),
    columns: [
      { title: t('user.id'), value: (user) => user.id },
      { title: t('user.name'), value: (user) => user.userName },
      { title: t('user.nick'), value: (user) => user.nickName },
      { title: t('user.department'), value: (user) => user.deptName },
      { title: t('user.posts'), value: (user) => user.postNames.join(', ') },
      { title: t('user.roles'), value: (user) => user.roleNames.join(', ') },
      { title: t('user.type'), value: (user) => t(user.userType ? 'user.front' : 'user.background') },
      { title: t('user.phone'), value: (user) => user.phone },
      { title: t('user.email'), value: (user) => user.email },
      { title: t('user.sex'), value: (user) => t(sexTexts[user.sex] ?? 'profile.sexUnknown') },
      { title: t('common.status'), value: (user) => t(user.status ? 'common.disabled' : 'common.enabled') },
      { title: t('user.deviceNumber'), value: (user) => user.deviceNumber },
      { title: t('user.expires'), value: (user) => user.tenantExpireTime?.toISOString() },
      { title: t('user.loginIp'), value: (user) => user.loginIp },
      { title: t('user.loginAt'), value: (user) => user.loginAt?.toISOString() },
      { title: t('user.created'), value: (user) => user.createdAt.toISOString() },
    ],
  })
}
