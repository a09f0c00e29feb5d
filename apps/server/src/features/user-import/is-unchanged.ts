import type { UserDraft } from '@fleetdeck/contract/users'
import type { Known } from './import-context.ts'

const plainFields = [
  'nickName',
  'deptId',
  'phone',
  'email',
  'sex',
  'userType',
  'status',
  'deviceNumber',
  'rateLimit',
  'storageMegabytes',
  'remark',
] as const

/** Lines of a cell end with a line feed. */
const asInSheet = (value: string | number | null) =>
  typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value
/** Times in spreadsheets have whole seconds. */
const seconds = (time: string | Date | null) =>
  time === null ? null : Math.floor(new Date(time).getTime() / 1000)
const isSameSet = (a: readonly number[], b: readonly number[]) =>
  new Set(a).size === b.length && b.every((id) => a.includes(id))

/** Whether the filled columns of a row are what the user already has. */
export function isUnchanged(draft: UserDraft, known: Known, filled: readonly string[]): boolean {
  const isTimeSame = seconds(draft.tenantExpireTime) === seconds(known.tenantExpireTime)
  return (
    plainFields.every(
      (name) => !filled.includes(name) || asInSheet(draft[name]) === asInSheet(known[name]),
    ) &&
    (!filled.includes('tenantExpireTime') || isTimeSame) &&
    isSameSet(draft.roleIds, known.roleIds) &&
    isSameSet(draft.postIds, known.postIds)
  )
}
