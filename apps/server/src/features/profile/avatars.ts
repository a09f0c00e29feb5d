import { Readable } from 'node:stream'
import type { UserId } from '@fleetdeck/contract/ids'
import { avatarField, avatarPicture } from '@fleetdeck/contract/profile'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { fileParts } from '../../platform/files/parts.ts'
import { readPart } from '../../platform/files/read-part.ts'
import { drawAvatar } from './draw-avatar.ts'
import { findProfile, updateProfile } from './profile.queries.ts'

const megabyte = 1024 * 1024

export const toAddress = (fileName: string) => avatarPicture.path.replace(':fileName', fileName)
const nameIn = (address: string) => address.slice(toAddress('').length)

/** Converts the uploaded image, makes it the avatar, and removes the previous one. Returns its address. */
export async function replaceAvatar(deps: Deps, request: FastifyRequest, userId: UserId): Promise<string> {
  const { db, files } = deps
  const before = await findProfile(db, userId)
  const drawing = await drawAvatar(await sentImage(deps, request))
  const file = await files.save(Readable.from([drawing]), {
    originalName: 'avatar.png',
    mediaType: 'image/png',
    ownerId: userId,
    temporary: false,
    limit: megabyte,
  })
  const address = toAddress(file.fileName)
  await updateProfile(db, userId, { avatar: address })
  const old = before?.avatar && (await files.find(nameIn(before.avatar)))
  if (old && old.ownerId === userId) await files.remove(old)
  return address
}

/** The one image of a multipart request. */
async function sentImage({ parameters }: Deps, request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  const limitMb = parameters.get('sys.uploadFile.imageSize')
  let image: Buffer | undefined
  for await (const part of fileParts(request, limitMb * megabyte)) {
    if (image) throw new AppError('uploadSingleOnly')
    image = await readPart(part, limitMb)
    if (part.fieldname !== avatarField) throw new AppError('uploadFailed')
  }
  if (!image) throw new AppError('uploadFailed')
  return image
}
