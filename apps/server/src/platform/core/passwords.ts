import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { BoundedQueue } from './bounded-queue.ts'

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 32

/**
 * For generated passwords: 12 random characters cannot be guessed, so a cheap hash is enough and thousands take
 * seconds.
 */
const lightCost = { ...cost, N: 2 ** 10 }

/** scrypt (RFC 7914), written `scrypt$N$r$p$salt$key` with the last two in base64url. */
export const hashPassword = (password: string): Promise<string> => hashed(password, cost)
export const hashMadePassword = (password: string): Promise<string> => hashed(password, lightCost)

async function hashed(password: string, strength: typeof cost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, strength)
  return [
    'scrypt',
    strength.N,
    strength.r,
    strength.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [kind, N, r, p, salt, key] = hash.split('$')
  if (kind !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    maxmem: cost.maxmem,
  })
  return timingSafeEqual(expected, given)
}

/**
 * One at a time: each takes a processor for 0.1 s, and one of the four threads that also read files. The last of those
 * that wait is answered before a client gives up.
 */
const hashing = new BoundedQueue(40)

const derive = (password: string, salt: Buffer, options: typeof cost): Promise<Buffer> =>
  hashing.run(() => deriveNow(password, salt, options))

function deriveNow(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

let decoy: Promise<string> | undefined
/** Takes as long as a real check, so that response times do not reveal whether an account exists. */
export async function pretendToCheck(password: string): Promise<void> {
  decoy ??= hashPassword(randomText(16))
  await passwordMatches(password, await decoy)
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
/** Letters and digits that do not look alike. */
export function randomText(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** An enrolment key, unless one is chosen. */
export const madeKey = () => randomText(24)
