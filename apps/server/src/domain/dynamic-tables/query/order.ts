import { type Columns, takeColumn } from './condition.ts'
import { Reader } from './reader.ts'

export interface Order<Column> {
  by: ({ column: Column; isDescending: boolean } | 'random')[]
  /** Rows to skip. */
  offset: number
  limit: number | undefined
}

/**
 * Parses the `order` fragment of a script: `order by id desc, age`, `order by rand()`, with or without a limit (`limit
 * 10`, or `limit 20, 10` as in MySQL). A blank text is no order. Throws UnfitFragment for anything else.
 */
export function parseOrder<Column>(fragment: string, columns: Columns<Column>): Order<Column> {
  const reader = new Reader(fragment)
  const order: Order<Column> = { by: [], offset: 0, limit: undefined }
  if (reader.takes('word', 'order')) {
    reader.expects('word', 'by')
    do order.by.push(takeKey(reader, columns))
    while (reader.takes('sign', ','))
  }
  if (reader.takes('word', 'limit')) {
    order.limit = takeCount(reader)
    if (reader.takes('sign', ',')) {
      order.offset = order.limit
      order.limit = takeCount(reader)
    }
  }
  reader.expectsEnd()
  return order
}

function takeKey<Column>(reader: Reader, columns: Columns<Column>): Order<Column>['by'][number] {
  if (reader.next.value === 'rand' && !columns.has('rand')) {
    reader.expects('word', 'rand')
    reader.expects('sign', '(')
    reader.expects('sign', ')')
    return 'random'
  }
  const column = takeColumn(reader, columns)
  const isDescending = reader.takes('word', 'desc')
  if (!isDescending) reader.takes('word', 'asc')
  return { column, isDescending }
}

function takeCount(reader: Reader): number {
  const { kind, value } = reader.next
  if (kind !== 'number' || !/^\d{1,9}$/.test(value)) reader.refuse()
  reader.take()
  return Number(value)
}
