import { z } from 'zod'

/** Pixels of the screen in its present rotation, from the upper left corner. */
export const Position = z.number().min(-10_000).max(10_000).meta({ format: 'px' })
export const Length = z.int().min(1).max(10_000).meta({ format: 'px' })
export const Milliseconds = z.number().min(0).max(60_000)
export const ColorText = z
  .string()
  .regex(/^#?[0-9a-f]{6}$/i)
  .meta({ format: '#rrggbb' })
/** PNG or JPEG in base64. */
export const Picture = z.string().max(12_000_000)

export const SizeShape = z.object({ width: z.number(), height: z.number() }).meta({ id: 'Size' })
export const PointShape = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Point' })

/** How a finger moves: exactly, or like a person's. */
export const mannerFields = {
  human: z.boolean().optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
}

const coordinate = z.number().min(-10_000).max(10_000)
export const Region = z
  .strictObject({ x: coordinate, y: coordinate, width: coordinate, height: coordinate })
  .meta({ id: 'Region' })

/** A part of the screen: to its edges where a length is missing. */
export const regionFields = {
  region: Region.optional(),
  x: Position.default(0),
  y: Position.default(0),
  width: Position.optional(),
  height: Position.optional(),
}
