import { z } from 'zod'

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** An address, or a network such as 10.1.0.0/16. */
export const isNetwork = (text: string) => network.safeParse(text).success
