/** The first of these rows. Fails where there is none, instead of going on with a row that does not exist. */
export function firstRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('there is no such row')
  return row
}
