import { DeviceId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { moveTo, neighbour, placeFrom } from './shelf-slots.ts'

const [a, b, c] = [1, 2, 3].map((id) => DeviceId.parse(id)) as [DeviceId, DeviceId, DeviceId]

test('a phone that is moved to a taken slot changes places with the phone there', () => {
  expect(
    moveTo(
      [
        { id: a, slot: 0 },
        { id: b, slot: 2 },
      ],
      0,
      2,
    ),
  ).toEqual([
    { id: a, slot: 2 },
    { id: b, slot: 0 },
  ])
})

test('phones fill the free slots from the chosen one on, as far as there are any', () => {
  expect(placeFrom([{ id: a, slot: 2 }], [b, c], { slot: 1, slots: 4 })).toEqual([
    { id: a, slot: 2 },
    { id: b, slot: 1 },
    { id: c, slot: 3 },
  ])
  expect(placeFrom([], [a, b], { slot: 3, slots: 4 })).toEqual([{ id: a, slot: 3 }])
})

test('arrow keys lead to the slots beside, and not over the edge', () => {
  const size = { columns: 3, rows: 2 }
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => neighbour(1, key, size))).toEqual([
    2,
    4,
    0,
    undefined,
  ])
  expect(neighbour(2, 'ArrowRight', size)).toBeUndefined()
})
