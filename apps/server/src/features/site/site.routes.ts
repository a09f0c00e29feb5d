import { site } from '@fleetdeck/contract/site'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { implement } from '../../http/implement.ts'

export function siteRoutes(app: FastifyInstance, { parameters, captchaOff }: Deps) {
  implement(app, site, {
    systemParam: async () => ({
      systemTitle: parameters.get('sys.title'),
      logo: parameters.get('sys.logo'),
      captchaEnabled: !captchaOff && parameters.get('sys.account.captchaEnabled'),
      timeZone: parameters.get('sys.timeZone'),
    }),
    env: async () => ({ openScreen: parameters.get('sys.openScreen') }),
  })
}
