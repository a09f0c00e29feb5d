import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCondition } from './condition.ts'
import { parseOrder } from './order.ts'
import { conditionSql, orderSql, type SqlColumn } from './to-sql.ts'
import { longestFragment } from './tokens.ts'
import { UnfitFragment } from './unfit-fragment.ts'

const columns = new Map<string, SqlColumn>([
  ['id', { name: sql.identifier('id'), kind: 'whole-number' }],
  ['age', { name: sql.identifier('c_1'), kind: 'text' }],
  ['name', { name: sql.identifier('c_2'), kind: 'text' }],
])
const dialect = new PgDialect()

function written(fragment: string) {
  const condition = parseCondition(fragment, columns)
  if (!condition) return undefined
  const { sql, params } = dialect.sqlToQuery(conditionSql(condition))
  return [sql, ...params]
}

function catchRefusal(parse: () => unknown) {
  try {
    parse()
  } catch (error) {
    if (error instanceof UnfitFragment) return [error.position, error.found]
    throw error
  }
  return undefined
}
const refused = (fragment: string) => catchRefusal(() => parseCondition(fragment, columns))
const orderRefused = (fragment: string) => catchRefusal(() => parseOrder(fragment, columns))

function ordered(fragment: string) {
  const order = parseOrder(fragment, columns)
  const by = orderSql(order).map((key) => dialect.sqlToQuery(key).sql)
  return { by: by.join(', '), limit: order.limit, offset: order.offset }
}

describe('a query fragment', () => {
  test('becomes a condition with bound values', () => {
    expect(written(" and age like '%2%'")).toEqual(['"c_1" like $1', '%2%'])
    expect(written("Name = 'a' AND (`age` != 'b' or id in (1, 2))")).toEqual([
      '("c_2" = $1 and ("c_1" <> $2 or ("id" = $3::numeric or "id" = $4::numeric)))',
      ...['a', 'b', '1', '2'],
    ])
    expect(written("name between 'a' and 'b' and age is not null")).toEqual([
      '(("c_2" >= $1 and "c_2" <= $2) and "c_1" is not null)',
      ...['a', 'b'],
    ])
    expect(written('age is null')).toEqual(['"c_1" is null'])
    expect(written(' \n ')).toBeUndefined()
  })

  test('binds and more tightly than or', () => {
    expect(written("age = 'a' or age = 'b' and name = 'c'")?.[0]).toBe(
      '("c_1" = $1 or ("c_1" = $2 and "c_2" = $3))',
    )
  })

  test('accepts texts in either quotes, with quotes doubled or escaped', () => {
    expect(written(`name = 'it''s'`)).toEqual(['"c_2" = $1', "it's"])
    expect(written(`name = 'it\\'s'`)).toEqual(['"c_2" = $1', "it's"])
    expect(written(`name = "say ""hi"""`)).toEqual(['"c_2" = $1', 'say "hi"'])
    expect(written(`name = '; drop table users; --'`)).toEqual(['"c_2" = $1', '; drop table users; --'])
    expect(written(`name like '10\\%'`)).toEqual(['"c_2" like $1', '10\\%'])
    expect(written(`name = '😀 \u202eabc'`)).toEqual(['"c_2" = $1', '😀 \u202eabc'])
  })

  test('is refused with the position of the error', () => {
    expect(refused("age = '1'; drop table users")).toEqual([10, '; drop table users'])
    expect(refused('age = 1 -- x')).toEqual([9, '-- x'])
    expect(refused('age = 1 /* x */')).toEqual([9, '/* x */'])
    expect(refused('password = 1')).toEqual([1, 'password = 1'])
    expect(refused("and name = '😀' and owner = 1")?.[0]).toBe(20)
    expect(refused('age = (select 1)')).toEqual([7, '(select 1)'])
    expect(refused('age = name')).toEqual([7, 'name'])
    expect(refused('1 = 1')).toEqual([1, '1 = 1'])
    expect(refused('or age = 1')?.[0]).toBe(1)
    expect(refused("age = '1")).toEqual([7, "'1"])
    expect(refused('age = 1 or')).toEqual([11, ''])
    expect(refused('(age = 1')).toEqual([9, ''])
    expect(refused('age = 1)')).toEqual([8, ')'])
    expect(refused('age in ()')?.[0]).toBe(9)
    expect(refused('age is 5')?.[0]).toBe(8)
    expect(refused('age like')?.[0]).toBe(9)
    expect(refused('sleep(5)')?.[0]).toBe(1)
    expect(refused('age = 1e5')?.[0]).toBe(7)
    expect(refused('age = 0x41')?.[0]).toBe(7)
    expect(refused("age = 'a\0'")?.[0]).toBe(9)
    expect(refused("age = 'a\\0'")?.[0]).toBe(9)
    expect(refused("age = '\ud800'")?.[0]).toBe(8)
    expect(refused("age like '%\\\\\\\\\\\\'")?.[0]).toBe(10)
    expect(refused('constructor = 1')?.[0]).toBe(1)
    expect(refused('__proto__ = 1')?.[0]).toBe(1)
  })

  test('of any length and depth is parsed or refused', () => {
    expect(refused(`${'('.repeat(51)}age = 1${')'.repeat(51)}`)).toEqual([51, '(age = 1))))))))))))'])
    expect(written(`${'('.repeat(50)}age = '1'${')'.repeat(50)}`)).toEqual(['"c_1" = $1', '1'])
    expect(refused('('.repeat(longestFragment))?.[0]).toBe(51)
    expect(refused(' '.repeat(longestFragment + 1))?.[0]).toBe(longestFragment + 1)
  })
})

describe('an order fragment', () => {
  test('sorts by columns or randomly, and limits', () => {
    expect(ordered('order by id desc')).toEqual({ by: '"id" desc', limit: undefined, offset: 0 })
    expect(ordered('ORDER BY age, name DESC LIMIT 5')).toEqual({
      by: '"c_1" asc, "c_2" desc',
      limit: 5,
      offset: 0,
    })
    expect(ordered('order by rand() limit 20, 10')).toEqual({ by: 'random()', limit: 10, offset: 20 })
    expect(ordered('limit 3')).toEqual({ by: '', limit: 3, offset: 0 })
    expect(ordered('')).toEqual({ by: '', limit: undefined, offset: 0 })
  })

  test('is refused with the position of the error', () => {
    expect(orderRefused('order by id; drop table users')).toEqual([12, '; drop table users'])
    expect(orderRefused('order by secret')?.[0]).toBe(10)
    expect(orderRefused('order by 1')?.[0]).toBe(10)
    expect(orderRefused('order by rand(')?.[0]).toBe(15)
    expect(orderRefused('order by')?.[0]).toBe(9)
    expect(orderRefused('limit -1')?.[0]).toBe(7)
    expect(orderRefused('limit 1.5')?.[0]).toBe(7)
    expect(orderRefused("limit '1'")?.[0]).toBe(7)
    expect(orderRefused('id desc')?.[0]).toBe(1)
  })
})

/** Fragments of the grammar and of attacks, concatenated, and random text. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      'age',
      'name',
      'id',
      'and',
      'or',
      '(',
      ')',
      '=',
      '!=',
      '<',
      'like',
      'in',
      ',',
      'between',
      'is',
      'not',
    ],
    ...[
      'null',
      "'x'",
      '"y"',
      '`age`',
      '1',
      '-2.5',
      ' ',
      "'",
      '"',
      '\\',
      ';',
      '--',
      '/*',
      '*/',
      'drop table users',
    ],
    ...['union select', 'order by', 'rand()', 'limit', '$1', '::text', 'pg_sleep(9)', '\0', '‮', '😀'],
  ),
  fc.string({ maxLength: 5 }),
  fc.string({ maxLength: 8 }).map((text) => `'${text}'`),
)
const fragments = fc.oneof(
  fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** The only allowed parts of the SQL: our names, our keywords, placeholders. Nothing comes from the fragment. */
const ours =
  /^(?:"(?:id|c_1|c_2)"|\$\d+|::numeric|::text|case when|then|end|~|'\^-\?\[0-9\]\{1,30\}\(\[\.\]\[0-9\]\{1,30\}\)\?\$'|coalesce|false|not|null|and|or|like|is|asc|desc|random\(\)|<=|>=|<>|[=<>(),\s])*$/

describe('for any input', () => {
  test('a query is refused with a position, or its SQL consists only of our own text with bound values', () => {
    fc.assert(
      fc.property(fragments, (fragment) => {
        const refusal = refused(fragment)
        if (refusal) return Number(refusal[0]) <= [...fragment].length + 1
        const [text = '', ...values] = written(fragment) ?? ['']
        const places = new Set(String(text).match(/\$\d+/g))
        return ours.test(String(text)) && values.length === places.size
      }),
      { numRuns: 5000 },
    )
  })

  test('an order is refused with a position, or its SQL consists only of our own text', () => {
    fc.assert(
      fc.property(fragments, fragments, (first, second) => {
        const fragment = `order by ${first} ${second}`
        const refusal = orderRefused(fragment)
        if (refusal) return Number(refusal[0]) <= [...fragment].length + 1
        return ours.test(ordered(fragment).by)
      }),
      { numRuns: 2000 },
    )
  })

  test('a quoted text arrives unchanged, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        fc.pre(!text.includes('\0'))
        const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "''")
        expect(written(`name != '${quoted}'`)).toEqual(['"c_2" <> $1', text])
      }),
    )
  })
})
