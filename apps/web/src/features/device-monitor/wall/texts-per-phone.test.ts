import { DeviceId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { linesOfText, textsPerPhone, unknownVariables } from './texts-per-phone.ts'
import type { MemberStatus, WallRow } from './wall-rows.ts'

const member = (deviceNo: string, status: MemberStatus = 'follows') =>
  ({
    row: {
      device: { id: DeviceId.parse(Number(deviceNo.slice(1))), deviceNo, groupName: 'Lab', userName: null },
    },
    status,
  }) as WallRow

const textsOf = (members: WallRow[], lines: string[]) =>
  textsPerPhone(members, (place) => lines[place] ?? '').map(({ deviceNo, text, problem }) => [
    deviceNo,
    problem ?? text,
  ])

test('each phone gets its line in the order of the wall, and a paused one does not shift the others', () => {
  const members = [member('A1', 'leads'), member('A2', 'paused'), member('A3', 'differs'), member('A4')]
  expect(textsOf(members, ['one', 'two', 'three'])).toEqual([
    ['A1', 'one'],
    ['A2', 'away'],
    ['A3', 'three'],
    ['A4', 'noLine'],
  ])
  expect(textsOf([member('A1')], ['x'.repeat(5001)])).toEqual([['A1', 'tooLong']])
})

test('variables are replaced by the values of the phone, and unknown ones are named', () => {
  const line = '{{n}}: {{deviceNo}} {{groupName}}{{userName}}'
  expect(textsOf([member('A7'), member('A9')], [line, line])).toEqual([
    ['A7', '1: A7 Lab'],
    ['A9', '2: A9 Lab'],
  ])
  expect(unknownVariables(`${line} {{imei}} {{toString}} {{imei}}`)).toEqual(['imei', 'toString'])
})

test('a line break at the end begins no further line', () => {
  expect(linesOfText('a\r\n\nb\n')).toEqual(['a', '', 'b'])
})
