import { expect, test } from 'vitest'
import { allowsHost, isWithinHosts, limitHosts, ScriptHost } from './script-hosts.ts'

test.each([
  ['*.example.org', 'api.example.org', true],
  ['*.example.org', '*.api.example.org', true],
  ['*.example.org', '*.example.org', true],
  ['*.example.org', 'example.org', false],
  ['*.example.org', 'badexample.org', false],
  ['api.example.org', '*.example.org', false],
  ['*.api.example.org', '*.example.org', false],
  ['example.org', 'EXAMPLE.org', true],
  ['example.org', 'example.org:8080', true],
  ['example.org:8080', 'example.org', false],
  ['example.org:8080', 'example.org:8080', true],
  ['example.org:8080', 'example.org:9090', false],
])('%s of the site and %s of a user: %s', (site, own, isWithin) => {
  expect(isWithinHosts([site], own)).toBe(isWithin)
})

test('an empty list means the one above, others only what it includes', () => {
  expect(limitHosts(['a.org', '*.b.org'], [])).toEqual(['a.org', '*.b.org'])
  expect(limitHosts(['a.org', '*.b.org'], ['x.b.org', 'c.org'])).toEqual(['x.b.org'])
  expect(limitHosts(['a.org'], ['c.org'])).toEqual([])
})

test('an entry is a host, with a star for its subdomains and with a port', () => {
  for (const entry of ['a.org', '*.a.org', 'localhost:80', '127.0.0.1'])
    expect(ScriptHost.safeParse(entry).success, entry).toBe(true)
  for (const entry of ['https://a.org', 'a.org/x', '*', 'a.*.org', 'a b', ''])
    expect(ScriptHost.safeParse(entry).success, entry).toBe(false)
  expect(allowsHost('*.a.org', new URL('http://x.a.org:81'))).toBe(true)
  expect(allowsHost('a.org:80', new URL('http://a.org:81'))).toBe(false)
})
