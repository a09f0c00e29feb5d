import { UserId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { InProcessBus } from '../../realtime/bus/in-process-bus.ts'
import { OwnerPace } from './owner-pace.ts'

const [ann, bob] = [UserId.parse(1), UserId.parse(2)]

test('an owner’s calls are counted per second on all servers together, separately per owner', async () => {
  const counts = new InProcessBus()
  const [here, there] = [new OwnerPace(counts), new OwnerPace(counts)]
  const all = Promise.all([1, 2, 3, 4].map((call) => (call % 2 ? here : there).count(ann, 3)))
  await expect(all).rejects.toThrow('dataTooFast')
  await here.count(bob, 3)
  const isAllowed = () =>
    there.count(ann, 3).then(
      () => true,
      () => false,
    )
  await expect.poll(isAllowed).toBe(true)
})

test('a limit of 0 means unlimited calls', async () => {
  const pace = new OwnerPace(new InProcessBus())
  for (let call = 0; call < 1000; call += 1) await pace.count(ann, 0)
})
