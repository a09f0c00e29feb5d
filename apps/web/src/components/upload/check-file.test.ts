import { expect, test } from 'vitest'
import { checkFile } from './check-file.ts'

const check = (name: string, size = 1, count = 1) =>
  checkFile({ file: { name, size }, count, types: ['apk'], limit: 2 })

test('files are checked by number, type and size before they are sent', () => {
  expect(check('a.apk')).toBeUndefined()
  expect(check('A.APK', 2 * 1024 * 1024)).toBeUndefined()
  expect(check('a.apk', 1, 2)).toBe('upload.singleOnly')
  expect(check('a.apk.exe')).toBe('upload.wrongType')
  expect(check('apk')).toBe('upload.wrongType')
  expect(check('a.apk', 2 * 1024 * 1024 + 1)).toBe('upload.tooLarge')
})
