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
      /** A picture behind the sign-in page; empty leaves the product's own. */
      loginBackground: z.string(),
      copyright: z.string(),
      /** The number under which the site is filed with its authority. */
      filing: z.string(),
      captchaEnabled: z.boolean(),
      timeZone: z.string(),
      /** Visitors may make accounts for themselves. */
      registerEnabled: z.boolean(),
      oidcEnabled: z.boolean(),
      /** What the button for the outside provider says; empty leaves it to the console. */
      oidcLabel: z.string(),
      /** Most MB of an uploaded file. */
      uploadMb: z.number(),
      /** Endings of files that may be uploaded, comma-joined. */
      uploadTypes: z.string(),
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
