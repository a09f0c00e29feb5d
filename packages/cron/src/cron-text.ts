import { type CronField, type CronPart, type CronParts, cronFields, fieldRanges } from './fields.ts'

/** The text of a field. */
export const fieldText = (field: CronField, parts: CronPart[]) =>
  parts.map((part) => partText(field, part)).join(',')

/** The text of all fields; an unrestricted year is omitted. */
export function cronText(parts: CronParts): string {
  const words = cronFields.map((field) => fieldText(field, parts[field]))
  return (words.at(-1) === '*' ? words.slice(0, -1) : words).join(' ')
}

function partText(field: CronField, part: CronPart): string {
  switch (part.kind) {
    case 'every':
      return '*'
    case 'any':
      return '?'
    case 'value':
      return String(part.value)
    case 'range':
      return `${part.from}-${part.to}`
    case 'step':
      return stepText(field, part)
    case 'last':
      return lastText(part.before)
    case 'lastWeekday':
      return `${lastText(part.before)}W`
    case 'nearestWeekday':
      return `${part.day}W`
    case 'lastOf':
      return `${part.weekday}L`
    case 'nth':
      return `${part.weekday}#${part.nth}`
  }
}

const lastText = (before: number) => (before === 0 ? 'L' : `L-${before}`)

function stepText(field: CronField, { from, to, step }: { from: number; to: number; step: number }) {
  return to === fieldRanges[field].max ? `${from}/${step}` : `${from}-${to}/${step}`
}
