import { z } from 'zod'

/** Numbers of rows, each kind a type of its own: one cannot be passed for another. On the wire they are plain integers. */
const rowId = z.int().positive()

export const DeviceId = rowId.brand<'DeviceId'>()
export type DeviceId = z.output<typeof DeviceId>

/** Of a user, and so also of an owner: the tenant that a row belongs to. */
export const UserId = rowId.brand<'UserId'>()
export type UserId = z.output<typeof UserId>
