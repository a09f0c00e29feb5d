import { z } from 'zod'

/** SHA-256 in hex. */
export const Sha256 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .toLowerCase()
