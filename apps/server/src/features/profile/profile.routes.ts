import { avatarPicture, profile } from '@fleetdeck/contract/profile'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { accountOf } from '../../platform/core/caller.ts'
import { productVersion } from '../../platform/core/product.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { sendPicture } from '../../platform/files/send-file.ts'
import { implement } from '../../platform/http/implement.ts'
import { replaceAvatar, toAddress } from './avatars.ts'
import * as queries from './profile.queries.ts'

export function profileRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files } = deps

  implement(app, profile, {
    own: async ({ caller }) => {
      const userId = accountOf(caller)
      const found = await queries.findProfile(db, userId)
      if (!found) throw new AppError('sessionExpired')
      const [postNames, roleNames] = await Promise.all([
        queries.listPostNames(db, userId),
        queries.listRoleNames(db, userId),
      ])
      return { ...found, postNames, roleNames, productVersion }
    },

    edit: async ({ body, caller }) => {
      await mapDbErrors(queries.updateProfile(db, caller.userId, body), refusals)
      return null
    },

    avatar: async ({ caller, request }) => ({ avatar: await replaceAvatar(deps, request, caller.userId) }),
  })

  const config = { endpoint: avatarPicture }
  const schema = { params: avatarPicture.params }
  app.get(avatarPicture.path, { config, schema }, async (request, reply) => {
    const { fileName } = request.params as { fileName: string }
    const row = await queries.findAvatarFile(db, fileName, toAddress(fileName))
    if (!row) throw new AppError('fileGone')
    return sendPicture(reply, { files, row, mediaType: row.mediaType })
  })
}

const refusals: Refusals = { users_phone: 'phoneTaken', users_email: 'emailTaken' }
