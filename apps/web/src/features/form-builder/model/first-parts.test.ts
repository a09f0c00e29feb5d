import { type FormPart, flattenParts } from '@fleetdeck/contract/forms'
import { expect, test } from 'vitest'
import { firstParts } from './first-parts.ts'

const button = (text: string): FormPart => ({
  ...{ kind: 'button', text, action: 'submit', look: 'default', span: 24 },
})
const row = (...children: FormPart[]): FormPart => ({ kind: 'row', span: 24, children })

test('the requested number of parts is returned in reading order, and complete rows keep their identity', () => {
  const parts = [button('a'), row(button('b'), row(button('c'), button('d')), button('e')), button('f')]
  const all = flattenParts(parts).map(({ kind }) => kind)
  for (let most = 0; most <= all.length + 1; most += 1) {
    const first = firstParts(parts, most)
    expect(flattenParts(first).map(({ kind }) => kind)).toEqual(all.slice(0, most))
  }
  expect(firstParts(parts, all.length)[1]).toBe(parts[1])
  expect(firstParts(parts, 3)[0]).toBe(parts[0])
})
