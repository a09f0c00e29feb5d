import { expect, test } from 'vitest'
import { closestName } from './closest-name.ts'

const known = ['system/auth/userList', 'system/auth/roleList', 'device/group/list']

test.each([
  ['system/auth/userLst', 'system/auth/userList'],
  ['System/Auth/RoleList', 'system/auth/roleList'],
  ['device/groups/list', 'device/group/list'],
  ['edvice/gruop/ilst', 'device/group/list'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(closestName(typed, known)).toBe(meant)
})

test.each(['reports/list', 'device', ''])('%s is like none of them', (typed) => {
  expect(closestName(typed, known)).toBeUndefined()
})
