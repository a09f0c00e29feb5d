import { z } from 'zod'

/** The data that the console needs before and after sign-in. */
export const site = {
  systemParam: {
    method: 'GET',
    path: '/system/config/systemParam',
    permission: 'public',
    data: z.object({
      systemTitle: z.string(),
      logo: z.string(),
      /** An image behind the sign-in page; empty for the product's own. */
      loginBackground: z.string(),
      copyright: z.string(),
      /** The registration number of the site with its authority. */
      filing: z.string(),
      captchaEnabled: z.boolean(),
      timeZone: z.string(),
      /** Visitors may register accounts. */
      registerEnabled: z.boolean(),
      /** Characters of a new password. */
      passwordLimits: z.object({ min: z.number(), max: z.number() }),
      /** The host name for which passkeys are made; empty: the site has no address for them. */
      passkeyHost: z.string(),
      oidcEnabled: z.boolean(),
      /** The label of the button for the external provider; empty for the console's own. */
      oidcLabel: z.string(),
      /** Maximum MB of an uploaded file. */
      uploadMb: z.number(),
      /** Allowed endings of uploaded files, comma-joined. */
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
