import { and, type Name, not, or, type SQL, sql } from 'drizzle-orm'
import type { Comparison, Condition, Literal } from './condition.ts'
import type { Order } from './order.ts'

export interface SqlColumn {
  /** Built by the server, never by a caller. */
  name: Name
  kind: 'text' | 'whole-number'
}

const operators: Record<Comparison, SQL> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
}
const isNumber = /^-?\d{1,30}(\.\d{1,30})?$/

/** A parsed condition as SQL: column names from the list, operators from the table above, everything else bound. */
export function conditionSql(condition: Condition<SqlColumn>): SQL {
  switch (condition.is) {
    case 'all':
      return and(...condition.parts.map(conditionSql)) as SQL
    case 'any':
      return or(...condition.parts.map(conditionSql)) as SQL
    case 'compare':
      return compared(condition.column, condition.operator, condition.value)
    case 'like':
      return sql`${asText(condition.column)} like ${condition.pattern}`
    case 'in':
      return or(...condition.values.map((value) => compared(condition.column, '=', value))) as SQL
    case 'between':
      return and(
        compared(condition.column, '>=', condition.low),
        compared(condition.column, '<=', condition.high),
      ) as SQL
    case 'null':
      return sql`${condition.column.name} is null`
    case 'not-null':
      return sql`${condition.column.name} is not null`
  }
}

/**
 * Texts are compared as texts. Compared with a number, a text counts as its numeric value; a text without one is
 * different.
 */
function compared(column: SqlColumn, operator: Comparison, value: Literal): SQL {
  const number =
    'number' in value ? value.number : column.kind === 'whole-number' ? numberIn(value.text) : undefined
  if (number === undefined)
    return sql`${asText(column)} ${operators[operator]} ${'text' in value ? value.text : ''}`
  const test = sql`${asNumber(column)} ${operators[operator === '!=' ? '=' : operator]} ${number}::numeric`
  if (operator !== '!=') return test
  return sql`(${column.name} is not null and ${not(sql`coalesce(${test}, false)`)})`
}

const numberIn = (text: string) => (isNumber.test(text) ? text : undefined)

const asText = ({ name, kind }: SqlColumn) => (kind === 'text' ? sql`${name}` : sql`${name}::text`)

function asNumber({ name, kind }: SqlColumn): SQL {
  if (kind === 'whole-number') return sql`${name}`
  return sql`case when ${name} ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?$' then ${name}::numeric end`
}

/** The text after `order by`. */
export const orderSql = ({ by }: Order<SqlColumn>): SQL[] =>
  by.map((key) => {
    if (key === 'random') return sql`random()`
    return key.isDescending ? sql`${key.column.name} desc` : sql`${key.column.name} asc`
  })
