import { expect, test } from 'vitest'
import { Touch, toFractions } from './touch.ts'

function record() {
  const sent: string[] = []
  const due: (() => void)[] = []
  const touch = new Touch((type, x, y) => sent.push(`${type} ${x} ${y}`), {
    schedule: (task) => {
      due.push(task)
      return () => due.splice(due.indexOf(task), 1)
    },
  })
  const frame = () => {
    for (const task of due.splice(0)) task()
  }
  return { touch, sent, frame }
}

test('only the last move between two frames is sent', () => {
  const { touch, sent, frame } = record()
  touch.down({ x: 0.1, y: 0.1 })
  touch.move({ x: 0.2, y: 0.2 })
  touch.move({ x: 0.3, y: 0.3 })
  frame()
  expect(sent).toEqual(['touchDown 0.1 0.1', 'touchMove 0.3 0.3'])
})

test('lifting the finger sends the last position first', () => {
  const { touch, sent, frame } = record()
  touch.down({ x: 0.1, y: 0.1 })
  touch.move({ x: 0.4, y: 0.4 })
  touch.up({ x: 0.5, y: 0.5 })
  frame()
  expect(sent).toEqual(['touchDown 0.1 0.1', 'touchMove 0.5 0.5', 'touchUp 0.5 0.5'])
})

test('a tap is a down and an up', () => {
  const { touch, sent } = record()
  touch.down({ x: 0.1, y: 0.1 })
  touch.up({ x: 0.1, y: 0.1 })
  touch.up()
  expect(sent).toEqual(['touchDown 0.1 0.1', 'touchUp 0.1 0.1'])
})

test('moves without a touch are ignored', () => {
  const { touch, sent, frame } = record()
  touch.move({ x: 0.4, y: 0.4 })
  frame()
  expect(sent).toEqual([])
})

test('a second finger is sent with the first one, and both are shown until they lift', () => {
  const sent: unknown[] = []
  const shown: unknown[] = []
  const due: (() => void)[] = []
  const touch = new Touch((type, x, _y, manner) => sent.push([type, x, manner?.second?.x]), {
    schedule: (task) => {
      due.push(task)
      return () => due.splice(due.indexOf(task), 1)
    },
    show: (fingers) => shown.push(fingers.map(({ x }) => x)),
  })
  const frame = () => {
    for (const task of due.splice(0)) task()
  }
  touch.down({ x: 0.1, y: 0.1 })
  touch.moveSecond({ x: 0.9, y: 0.1 })
  touch.moveSecond({ x: 0.8, y: 0.1 })
  touch.move({ x: 0.2, y: 0.1 })
  frame()
  touch.moveSecond(undefined)
  touch.moveSecond({ x: 0.7, y: 0.1 })
  touch.up()
  touch.moveSecond({ x: 0.6, y: 0.1 })
  expect(sent).toEqual([
    ['touchDown', 0.1, undefined],
    ['touchMove', 0.1, 0.9],
    ['touchMove', 0.2, 0.8],
    ['touchMove', 0.2, undefined],
    ['touchMove', 0.2, 0.7],
    ['touchUp', 0.2, 0.7],
  ])
  expect(shown).toEqual([[], [0.1, 0.9], [0.1, 0.8], [0.2, 0.8], [], [0.2, 0.7], []])
})

test('a position outside the screen is moved to the nearest edge', () => {
  const layer = { left: 100, top: 50, width: 200, height: 400 } as DOMRect
  expect(toFractions(layer, 200, 250)).toEqual({ x: 0.5, y: 0.5 })
  expect(toFractions(layer, 20, 900)).toEqual({ x: 0, y: 1 })
})
