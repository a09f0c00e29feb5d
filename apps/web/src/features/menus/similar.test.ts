import { expect, test } from 'vitest'
import { similar } from './similar.ts'

const known = ['system/auth/userList', 'system/auth/roleList', 'device/group/list']

test.each([
  ['system/auth/userLst', 'system/auth/userList'],
  ['System/Auth/RoleList', 'system/auth/roleList'],
  ['device/groups/list', 'device/group/list'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(similar(typed, known)).toBe(meant)
})

test.each(['reports/list', 'device', ''])('%s is like none of them', (typed) => {
  expect(similar(typed, known)).toBeUndefined()
})
