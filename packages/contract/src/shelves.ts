import { z } from 'zod'
import { deviceRemoveCall } from './calls.ts'
import { computerList } from './computer-permission.ts'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, ShelfId, UserId } from './ids.ts'

export const maxShelves = 500
export const shelfSize = { columns: 24, rows: 24 } as const

const slot = z
  .int()
  .min(0)
  .max(shelfSize.columns * shelfSize.rows - 1)

/** Phones that stand together, in slots that are counted from 0, row by row. */
export const Shelf = z.object({
  id: ShelfId,
  shelfName: z.string(),
  tenantId: UserId,
  userName: z.string(),
  columns: z.number(),
  rows: z.number(),
  /** The devices of the caller's scope. */
  devices: z.array(z.object({ slot: z.number(), id: DeviceId, deviceNo: z.string(), online: z.boolean() })),
  gmtModified: time,
})
export type Shelf = z.output<typeof Shelf>

export const ShelfDraft = z
  .strictObject({
    /** Omitted for a new shelf. */
    id: ShelfId.optional(),
    shelfName: z.string().trim().min(1, 'shelf.nameRequired').max(50, 'shelf.nameLength'),
    /** Of a new shelf; omitted: the caller. */
    tenantId: UserId.optional(),
    columns: z.int().min(1, 'shelf.size').max(shelfSize.columns, 'shelf.size'),
    rows: z.int().min(1, 'shelf.size').max(shelfSize.rows, 'shelf.size'),
    /** Devices of the shelf's owner; one that stood elsewhere is moved. */
    devices: z.array(z.strictObject({ slot, id: DeviceId })).max(shelfSize.columns * shelfSize.rows),
  })
  .refine(
    ({ devices }) =>
      new Set(devices.map(({ slot: at }) => at)).size === devices.length &&
      new Set(devices.map(({ id }) => id)).size === devices.length,
    'error.invalidId',
  )
export type ShelfDraft = z.output<typeof ShelfDraft>

const base = '/device/shelf'
const permission = computerList

export const shelves = {
  /** All shelves in the caller's scope, by name. */
  list: { method: 'GET', path: `${base}/list`, permission, data: z.array(Shelf) },
  /** Adds a shelf, or changes the name, size and devices of one. */
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${base.slice(1)}/save`,
    body: ShelfDraft,
    data: z.object({ id: ShelfId }),
    log: OperationType.edit,
  },
  remove: {
    ...deviceRemoveCall(`${base}/delete`, { row: Shelf, permission: `${base.slice(1)}/save` }),
    data: done,
  },
} as const
