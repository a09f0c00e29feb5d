import { UserId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { OwnerPace } from './owner-pace.ts'

test('an owner’s calls are counted per second up to the owner’s limit, separately per owner', () => {
  const pace = new OwnerPace()
  for (let call = 0; call < 3; call += 1) pace.count(UserId.parse(1), 3, 5000)
  expect(() => pace.count(UserId.parse(1), 3, 5999)).toThrow('dataTooFast')
  pace.count(UserId.parse(2), 3, 5999)
  pace.count(UserId.parse(1), 3, 6000)
})

test('a limit of 0 means unlimited calls', () => {
  const pace = new OwnerPace()
  for (let call = 0; call < 1000; call += 1) pace.count(UserId.parse(1), 0, 5000)
})
