import { type HotForPhone, RapiHotState } from '@fleetdeck/contract/hot-scripts'
import { phoneHotScripts, scriptFileUrl } from '@fleetdeck/contract/phone-api'
import { signedScripts } from '@fleetdeck/contract/script-signature'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { hotFor, saveHotState } from '../../domain/scripts/hot-scripts.queries.ts'
import { bearerToken, hashToken } from '../../platform/core/tokens.ts'
import { implement } from '../../platform/http/implement.ts'
import { opened, sealed } from '../../platform/http/rapi-envelope.ts'

type Found = Awaited<ReturnType<typeof hotFor>>[number]

/** Phones request their assigned versions, and report the versions they have. */
export function phoneHotRoutes(app: FastifyInstance, { db, phones, files, signer }: Deps) {
  const signed = async (hot: HotForPhone & { fileName: string }, tokenHash: string): Promise<HotForPhone> => {
    const { fileName, ...rest } = hot
    const sha256 = await files.sha256(fileName)
    return { ...rest, sha256, signature: signer.sign(signedScripts.hot(tokenHash, { ...rest, sha256 })) }
  }

  implement(app, phoneHotScripts, {
    hotScripts: async ({ body, request }) => {
      const { deviceId } = await phones.ofRequest(request, body.deviceNo)
      const tokenHash = hashToken(bearerToken(request.headers.authorization) ?? '')
      const assigned = (await hotFor(db, deviceId)).flatMap(forPhone)
      return sealed(await Promise.all(assigned.map((hot) => signed(hot, tokenHash))))
    },

    hotState: async ({ body, request }) => {
      const { deviceId } = await phones.ofRequest(request, body.deviceNo)
      const { hotId, version, state, msg } = opened(body.data, RapiHotState)
      await saveHotState(db, deviceId, { hotId, version, state, msg })
      return sealed({})
    },
  })
}

/**
 * The new version for phones within the share, the previous one for others; a held version is not given to further
 * phones.
 */
function forPhone({
  file,
  previous,
  state,
  isInShare,
  has,
  ...hot
}: Found): (HotForPhone & { fileName: string })[] {
  const isNew = (state === 'rolling' && isInShare) || (state === 'held' && has === file.version)
  const assigned = isNew ? file : previous
  if (!assigned) return []
  const { hotId, scriptId, name, forceUpdate, versionPopup, versionMsg } = hot
  return [
    {
      hotId,
      scriptId,
      name,
      version: assigned.version,
      url: scriptFileUrl(assigned),
      md5: assigned.md5,
      fileName: assigned.fileName,
      isForced: forceUpdate === 0,
      message: isNew && versionPopup === 0 ? versionMsg : '',
    },
  ]
}
