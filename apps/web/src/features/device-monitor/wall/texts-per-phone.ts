import { TypeText } from '@fleetdeck/contract/screen-action'
import type { WallRow } from './wall-rows.ts'

/** What a text may contain in double braces. */
const variables = {
  n: (_row: WallRow, place: number) => String(place + 1),
  deviceNo: ({ row }: WallRow) => row.device.deviceNo,
  groupName: ({ row }: WallRow) => row.device.groupName ?? '',
  userName: ({ row }: WallRow) => row.device.userName ?? '',
} satisfies Record<string, (row: WallRow, place: number) => string>

export const variableNames = Object.keys(variables)
const isVariable = (name: string): name is keyof typeof variables => Object.hasOwn(variables, name)
const pattern = /\{\{(\w+)\}\}/g

export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name = '']) => (isVariable(name) ? [] : [name]))),
]

export interface PhoneText {
  id: number
  deviceNo: string
  text: string
  /** noLine: there is none for this phone · away: it does not follow at present. */
  problem: 'noLine' | 'tooLong' | 'away' | undefined
}

const reached: readonly WallRow['status'][] = ['leads', 'follows', 'differs', 'turned']

function problemOf(text: string, { status }: WallRow): PhoneText['problem'] {
  if (text === '') return 'noLine'
  if (!TypeText.shape.text.safeParse(text).success) return 'tooLong'
  return reached.includes(status) ? undefined : 'away'
}

/** Line n is for phone n of the wall, whether or not it follows at present: the others keep their lines. */
export function textsPerPhone(members: readonly WallRow[], lineOf: (place: number) => string): PhoneText[] {
  return members.map((member, place) => {
    const text = lineOf(place).replace(pattern, (whole, name: string) =>
      isVariable(name) ? variables[name](member, place) : whole,
    )
    const { id, deviceNo } = member.row.device
    return { id, deviceNo, text, problem: problemOf(text, member) }
  })
}

/** A line break at the end begins no further line. */
export function linesOfText(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
