import { expect, test } from 'vitest'
import { guardDecision } from './guard-decision.ts'

const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'http://console.test')
  return { pathname, search, hash }
}
const nobody = { hasToken: false, rolesLoaded: false }
const newcomer = { hasToken: true, rolesLoaded: false }
const user = { hasToken: true, rolesLoaded: true }

test.each(['/login', '/auth-redirect', '/bind', '/register'])('%s is public', (path) => {
  expect(guardDecision(at(path), nobody)).toEqual({ go: 'on' })
})

test('without a token every other path redirects to the sign-in page with the requested address', () => {
  const decision = guardDecision(at('/device/group?name=a%20b'), nobody)
  expect(decision).toEqual({ go: 'elsewhere', to: '/login?redirect=%2Fdevice%2Fgroup%3Fname%3Da%2520b' })
  expect(guardDecision(at('/404'), nobody)).toMatchObject({ go: 'elsewhere' })
})

test('with a token the sign-in page redirects home, or to the requested address', () => {
  expect(guardDecision(at('/login'), user)).toEqual({ go: 'elsewhere', to: '/' })
  const back = guardDecision(at('/login?redirect=%2Fdevice%2Fgroup%3Fx%3D1'), user)
  expect(back).toEqual({ go: 'elsewhere', to: '/device/group?x=1' })
})

test.each([
  '//evil.test',
  'https://evil.test',
  '/\\evil.test',
  'javascript:alert(1)',
  '/login?redirect=/',
  '',
])('signing in never redirects to %s', (target) => {
  const decision = guardDecision(at(`/login?redirect=${encodeURIComponent(target)}`), user)
  expect(decision).toEqual({ go: 'elsewhere', to: '/' })
})

test('with a token but no loaded roles, the rights are loaded first', () => {
  expect(guardDecision(at('/device/group'), newcomer)).toEqual({ go: 'load' })
  expect(guardDecision(at('/device/group'), user)).toEqual({ go: 'on' })
})
