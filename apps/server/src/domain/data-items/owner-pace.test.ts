import { UserId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { InProcessBus } from '../../realtime/bus/in-process-bus.ts'
import { OwnerPace } from './owner-pace.ts'

const ofAnn = { userId: UserId.parse(1), limit: 3 }
const ofBob = { userId: UserId.parse(2), limit: 3 }

test('an owner’s calls are counted per second on all servers together, separately per owner', async () => {
  const counts = new InProcessBus()
  const [here, there] = [new OwnerPace(counts), new OwnerPace(counts)]
  const all = Promise.all([1, 2, 3, 4].map((call) => (call % 2 ? here : there).count([ofAnn])))
  await expect(all).rejects.toThrow('dataTooFast')
  await here.count([ofBob])
  const isAllowed = () =>
    there.count([ofAnn]).then(
      () => true,
      () => false,
    )
  await expect.poll(isAllowed).toBe(true)
})

test('calls of users below count for the users above, and without limits all are allowed', async () => {
  const pace = new OwnerPace(new InProcessBus())
  const above = { userId: UserId.parse(9), limit: 4 }
  const calls = [ofAnn, ofAnn, ofBob, ofBob, ofBob].map((own) => pace.count([own, above]))
  await expect(Promise.all(calls)).rejects.toMatchObject({ errorName: 'dataTooFast', ownerId: 9 })
  for (let call = 0; call < 1000; call += 1) await pace.count([])
})
