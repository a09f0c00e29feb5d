import { z } from 'zod'

/** Numbers on each side. */
export const neighbourCount = 20

export const deviceNeighbours = {
  /** The numbers next to this one, nearest first, of the devices that the caller may see: A2 before A10. */
  find: {
    method: 'GET',
    path: '/device/deviceList/neighbours',
    permission: 'device/deviceList/list',
    query: z.strictObject({ deviceNo: z.string().max(64) }),
    data: z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
  },
} as const
