/** The row returned by an insert of one row. */
export function insertedRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the insert returned no row')
  return row
}
