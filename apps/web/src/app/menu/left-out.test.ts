import { codeGenerator } from '@fleetdeck/contract/code-generator'
import { devices } from '@fleetdeck/contract/devices'
import { dictItems } from '@fleetdeck/contract/dictionaries'
import { recordings } from '@fleetdeck/contract/recordings'
import { roleUsers } from '@fleetdeck/contract/roles'
import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import { expect, test } from 'vitest'
import { isLeftOut } from './left-out.ts'
import { staticPages } from './static-pages.ts'

test.each(['/system/user', '/system/user/', '/permission', '/system', '/system/log'])(
  '%s is left out of a menu without it',
  (path) => {
    expect(isLeftOut(path, staticPages)).toBe(true)
  },
)

test.each(['/system/user', '/system/users', '/home', '/device/detail', '/user', '/constructor', '/nowhere'])(
  '%s is no page that another role would have',
  (path) => {
    expect(isLeftOut(path, [...staticPages, { view: 'system/user' }])).toBe(false)
  },
)

test('pages without a menu row need what their first call needs', () => {
  const needed = staticPages.flatMap(({ path, permission }) => (permission ? [[path, permission]] : []))
  expect(Object.fromEntries(needed)).toEqual({
    '/device/detail/:deviceNo': devices.findOne.permission,
    '/device/recordingPlay/:id': recordings.one.permission,
    '/system/roleUsers/:roleId': roleUsers.list.permission,
    '/dict/dataList/:dictType': dictItems.list.permission,
    '/job/log': jobLogs.list.permission,
    '/gen/edit': codeGenerator.design.permission,
  })
})
