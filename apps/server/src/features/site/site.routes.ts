import { site } from '@fleetdeck/contract/site'
import type { FastifyInstance } from 'fastify'
import { captchaAsked } from '../../access/credentials.ts'
import { passkeyHost } from '../../access/factors/relying-party.ts'
import { passwordLimits } from '../../access/new-passwords.ts'
import { oidcProvider } from '../../access/oidc-provider.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'

export function siteRoutes(app: FastifyInstance, deps: Deps) {
  const { parameters } = deps
  implement(app, site, {
    systemParam: async () => ({
      systemTitle: parameters.get('sys.title'),
      logo: parameters.get('sys.logo'),
      loginBackground: parameters.get('sys.loginBackground'),
      copyright: parameters.get('sys.copyright'),
      filing: parameters.get('sys.filing'),
      captchaEnabled: captchaAsked(deps),
      timeZone: parameters.get('sys.timeZone'),
      registerEnabled: parameters.get('sys.account.registerUser'),
      passwordLimits: passwordLimits(parameters),
      passkeyHost: passkeyHost(parameters),
      oidcEnabled: oidcProvider(parameters) !== undefined,
      oidcLabel: parameters.get('sys.oidc.label'),
      uploadMb: parameters.get('sys.uploadFile.fileSize'),
      uploadTypes: parameters.get('sys.uploadFile.fileType'),
    }),
    env: async () => ({ openScreen: parameters.get('sys.openScreen') }),
  })
}
