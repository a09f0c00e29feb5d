// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { withoutSecrets } from './secret-fields.ts'

test('a draft contains no secrets, however deep, and all keys that are names', () => {
  document.body.innerHTML = '<input type="password" id="form_pin"><input id="form_title">'
  const typed = {
    title: 'Night',
    pin: '1234',
    roleKey: 'night',
    configKey: 'sys.title',
    password: 'a',
    conSecret: 'b',
    accessToken: 'c',
    key: 'd',
    robots: [{ robotKey: 'e', name: 'Lin' }],
  }
  expect(withoutSecrets(typed, 'form')).toEqual({
    title: 'Night',
    roleKey: 'night',
    configKey: 'sys.title',
    robots: [{ name: 'Lin' }],
  })
})
