/**
 * An id of a bigint column from a statement that is written out: there both databases return it as text. Drizzle's own
 * selections convert it themselves.
 */
export const bigintId = <Id extends number>(id: Id | string): Id => Number(id) as Id
