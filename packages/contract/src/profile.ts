import { z } from 'zod'
import { done, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { UserId } from './ids.ts'

/** 0 male, 1 female, 2 unknown. */
export const Sex = { male: 0, female: 1, unknown: 2 } as const
export const sex = z.union([z.literal(Sex.male), z.literal(Sex.female), z.literal(Sex.unknown)])
export type Sex = z.infer<typeof sex>

/** The caller's own profile. */
export const Profile = z.object({
  id: UserId,
  userName: z.string(),
  nickName: z.string(),
  phone: z.string(),
  email: z.string(),
  sex,
  /** An image address that needs no token; empty when there is none. */
  avatar: z.string(),
  deptName: z.string().nullable(),
  postNames: z.array(z.string()),
  roleNames: z.array(z.string()),
  createdAt: time,
  /** Of the server that answers. */
  productVersion: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** Digits with an optional country code, spaces and hyphens between them. */
export const phonePattern = /^\+?\d[\d -]{3,18}\d$/

const phoneWrong = 'profile.phoneWrong'
const emailWrong = 'profile.emailWrong'

export const ProfileDraft = z.strictObject({
  nickName: z.string().trim().min(1, 'profile.nickNameRequired').max(50),
  phone: z.string().trim().max(20, phoneWrong).regex(phonePattern, phoneWrong).or(z.literal('')),
  email: z.email(emailWrong).max(100, emailWrong).or(z.literal('')),
  sex,
})
export type ProfileDraft = z.input<typeof ProfileDraft>

/** The form field of an uploaded avatar. */
export const avatarField = 'avatarfile'

export const profile = {
  own: { method: 'GET', path: '/system/user/profile', permission: 'signed-in', data: Profile },
  edit: {
    method: 'PUT',
    path: '/system/user/edit',
    permission: 'signed-in',
    body: ProfileDraft,
    data: done,
    log: OperationType.edit,
  },
  /** multipart/form-data with one image; returns its address. */
  avatar: {
    method: 'POST',
    path: '/system/user/avatar',
    permission: 'signed-in',
    upload: true,
    perMinute: 30,
    data: z.object({ avatar: z.string() }),
    log: OperationType.edit,
  },
} as const

/** Returns the image itself: images send no token, so access only requires the random name. */
export const avatarPicture = {
  method: 'GET',
  path: '/common/avatar/:fileName',
  permission: 'public',
  params: z.object({ fileName: z.string().max(100) }),
  media: 'image/*',
  data: z.unknown(),
} as const
