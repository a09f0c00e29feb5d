import { z } from 'zod'
import { words } from './unusable-phones.ts'

const digest = z.string().regex(/^[0-9a-f]{16}$/)

/**
 * What tells phones with one `deviceId` apart: digests of values that two phones do not share. A phone leaves out what
 * it cannot read.
 */
export const PhoneMarks = z.object({
  /** Of a random id in the phone's storage. */
  own: digest.optional(),
  /** Of the id that Android made when the phone was set up. */
  android: digest.optional(),
  /** Of the address of its Wi-Fi. */
  wifi: digest.optional(),
})
export type PhoneMarks = z.output<typeof PhoneMarks>

/** Where a phone is plugged in. */
export const PhonePlace = z.object({
  /** As in reports of unusable phones. */
  agent: words(64).min(1),
  /** The computer's name. */
  host: words(100),
  /** adb's name for the phone. */
  name: words(128),
})
export type PhonePlace = z.output<typeof PhonePlace>

/** Sent by agents of real phones, so that a second phone with the same `deviceId` never takes over the first one. */
export const PhoneOrigin = z.object({ marks: PhoneMarks, place: PhonePlace })
export type PhoneOrigin = z.output<typeof PhoneOrigin>

const inOrder = ['own', 'android', 'wifi'] as const

/** By the first mark that both phones have; `unknown` without one. */
export function comparePhones(one: PhoneMarks, other: PhoneMarks): 'same' | 'other' | 'unknown' {
  const mark = inOrder.find((name) => one[name] && other[name])
  if (!mark) return 'unknown'
  return one[mark] === other[mark] ? 'same' : 'other'
}

/** Whether these are two phones with one `deviceId`; agents that do not say are believed. */
export const areTwoPhones = (one: PhoneOrigin | undefined, other: PhoneOrigin | undefined): boolean =>
  one !== undefined && other !== undefined && comparePhones(one.marks, other.marks) === 'other'
