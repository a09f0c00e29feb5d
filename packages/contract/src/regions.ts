import { z } from 'zod'

/** The short name of a region, such as `eu` or `cn-north`. */
export const regionName = /^[a-z\d][a-z\d-]{0,19}$/
const Region = z.string().regex(regionName)

/** Where agents reach the servers of a region; servers behind one load balancer have one address. */
const RegionServer = z.object({ region: Region, address: z.string() })
export type RegionServer = z.output<typeof RegionServer>

/** For agents, which choose the nearest server. Other phones keep the address that they were given. */
export const regions = {
  list: {
    method: 'GET',
    path: '/rapi/regions',
    permission: 'public',
    data: z.object({
      /** Of the answering server. */
      region: Region.nullable(),
      servers: z.array(RegionServer),
    }),
  },
} as const
