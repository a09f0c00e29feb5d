import { type HotForPhone, RapiHotState } from '@fleetdeck/contract/hot-scripts'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { phoneHotScripts, scriptFileUrl } from '@fleetdeck/contract/phone-api'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { originForPhones } from '../../domain/devices/origin-for-phones.ts'
import { authoredFiles } from '../../domain/scripts/authors.queries.ts'
import { hotFor, saveHotState } from '../../domain/scripts/hot-scripts.queries.ts'
import { orderModules } from '../../domain/scripts/modules/order-modules.ts'
import { type PinnedModule, pinnedModules } from '../../domain/scripts/modules/pinned-modules.queries.ts'
import { toScriptLink } from '../../domain/scripts/script-links.ts'
import { implement } from '../../platform/http/implement.ts'
import { opened, sealed } from '../../platform/http/rapi-envelope.ts'

type Found = Awaited<ReturnType<typeof hotFor>>[number]
type Assigned = HotForPhone & { fileName: string; imports: PinnedModule[] }

/** Phones request their assigned versions, and report the versions they have. */
export function phoneHotRoutes(app: FastifyInstance, deps: Deps) {
  const { db, seal, phones, files, signer, parameters } = deps
  const signed = async (
    { fileName, imports, ...hot }: Assigned,
    { deviceId, tokenHash, origin }: { deviceId: DeviceId; tokenHash: string; origin: string },
  ): Promise<HotForPhone> => {
    const [ordered = []] = await orderModules(deps, [{ deviceId, imports }])
    const modules = ordered.length > 0 && { modules: ordered }
    const sha256 = await files.sha256(fileName)
    const [{ author } = {}] = await authoredFiles(db, [{ deviceId, sha256 }])
    const signature = signer.sign(signedScripts.hot(tokenHash, { ...hot, sha256, ...modules }))
    const toUrl = (url: string) => toScriptLink(seal, url, `hot:${hot.hotId}`, origin)
    const linked = modules && { modules: ordered.map((one) => ({ ...one, url: toUrl(one.url) })) }
    return { ...hot, url: toUrl(hot.url), sha256, signature, ...(author && { author }), ...linked }
  }

  implement(app, phoneHotScripts, {
    hotScripts: async ({ body, request }) => {
      const { deviceId, tokenHash } = await phones.ofRequest(request, body.deviceNo)
      const phone = { deviceId, tokenHash: tokenHash ?? '', origin: originForPhones(parameters, request) }
      const found = await hotFor(db, deviceId)
      const importsOf = await pinnedModules(
        db,
        found.map(({ versionId }) => versionId),
      )
      // A phone does not get a version whose modules have been deleted.
      const assigned = found.flatMap((hot) => {
        const imports = importsOf(hot.versionId)
        return imports ? [{ ...forPhone(hot), imports }] : []
      })
      return sealed(await Promise.all(assigned.map((hot) => signed(hot, phone))))
    },

    hotState: async ({ body, request }) => {
      const { deviceId } = await phones.ofRequest(request, body.deviceNo)
      const { hotId, version, state, msg } = opened(body.data, RapiHotState)
      await saveHotState(db, deviceId, { hotId, version, state, msg })
      return sealed({})
    },
  })
}

/** After a withdrawal no run starts with the withdrawn version, not even while the one before is fetched. */
function forPhone({ isNew, state, originalName, ...hot }: Found): HotForPhone & { fileName: string } {
  const { hotId, scriptId, name, version, md5, fileName, forceUpdate, versionPopup, versionMsg } = hot
  return {
    hotId,
    scriptId,
    name,
    version,
    url: scriptFileUrl({ fileName, originalName }),
    md5,
    fileName,
    isForced: forceUpdate === 0 || state === 'withdrawn',
    message: isNew && versionPopup === 0 ? versionMsg : '',
  }
}
