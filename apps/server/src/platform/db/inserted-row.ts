/** The row that an insert of one returned. */
export function insertedRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the insert returned no row')
  return row
}
