import { z } from 'zod'

/** What the console needs to know before and after sign-in. */
export const site = {
  systemParam: {
    method: 'GET',
    path: '/system/config/systemParam',
    permission: 'public',
    data: z.object({
      systemTitle: z.string(),
      logo: z.string(),
      captchaEnabled: z.boolean(),
      timeZone: z.string(),
    }),
  },
  env: {
    method: 'GET',
    path: '/systemEnv/list',
    permission: 'signed-in',
    query: z.looseObject({}),
    data: z.object({ openScreen: z.boolean() }),
  },
} as const
