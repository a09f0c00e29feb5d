import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Sheet } from '../../platform/crud/export-sheet.ts'
import { seededName } from '../../platform/http/language.ts'
import type { listUsers } from './users.queries.ts'

const listed = (names: string[], t: (key: TextKey) => string) =>
  names.map((name) => seededName(name, t)).join(', ')

const sexTexts = ['profile.sexMale', 'profile.sexFemale', 'profile.sexUnknown'] as const

export const userSheet: Sheet<Awaited<ReturnType<typeof listUsers>>['list'][number]> = {
  name: 'users',
  columns: [
    { title: 'user.id', value: (user) => user.id },
    { title: 'user.name', value: (user) => user.userName },
    { title: 'user.nick', value: (user, t) => seededName(user.nickName, t) },
    { title: 'user.department', value: (user, t) => user.deptName && seededName(user.deptName, t) },
    { title: 'user.posts', value: (user, t) => listed(user.postNames, t) },
    { title: 'user.roles', value: (user, t) => listed(user.roleNames, t) },
    { title: 'user.type', value: (user, t) => t(user.userType ? 'user.front' : 'user.background') },
    { title: 'user.phone', value: (user) => user.phone },
    { title: 'user.email', value: (user) => user.email },
    { title: 'user.sex', value: (user, t) => t(sexTexts[user.sex] ?? 'profile.sexUnknown') },
    { title: 'common.status', value: (user, t) => t(user.status ? 'common.disabled' : 'common.enabled') },
    { title: 'user.deviceNumber', value: (user) => user.deviceNumber },
    { title: 'user.expires', value: (user) => user.tenantExpireTime },
    { title: 'user.rateLimit', value: (user) => user.rateLimit },
    { title: 'user.storageLimit', value: (user) => user.storageMegabytes },
    { title: 'user.loginIp', value: (user) => user.loginIp },
    { title: 'user.loginAt', value: (user) => user.loginAt },
    { title: 'user.created', value: (user) => user.createdAt },
    { title: 'user.remark', value: (user) => user.remark },
  ],
}
