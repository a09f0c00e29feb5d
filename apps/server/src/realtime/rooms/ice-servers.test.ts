import { expect, test } from 'vitest'
import { iceServersFor } from './ice-servers.ts'

const none = { stun: [], turn: [], turnSecret: '', turnMinutes: 60 }

test('without servers the list is empty', () => {
  expect(iceServersFor(none, 'ann')).toEqual([])
  expect(iceServersFor({ ...none, stun: ['stun:a:3478'] }, 'ann')).toEqual([{ urls: ['stun:a:3478'] }])
})

test('a relay is only sent with credentials that expire', () => {
  const settings = { ...none, turn: ['turn:relay:3478'], turnSecret: 'north' }
  expect(iceServersFor({ ...settings, turnSecret: '' }, 'ann')).toEqual([])
  const at = 1_700_000_000_000
  expect(iceServersFor(settings, 'ann', at)).toEqual([
    { urls: ['turn:relay:3478'], username: '1700003600:ann', credential: 'TwqKCcbzejRFa1sgGqGS7SEzCGg=' },
  ])
  const [later] = iceServersFor(settings, 'ann', at + 60_000)
  expect(later?.username).toBe('1700003660:ann')
  expect(later?.credential).not.toBe('TwqKCcbzejRFa1sgGqGS7SEzCGg=')
})
